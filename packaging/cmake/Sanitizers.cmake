if(GAN_SANITIZE)
  add_compile_options(-fsanitize=${GAN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${GAN_SANITIZE})
  # What is checked at run time keeps GCC from seeing that an empty std::optional's value is never read.
  add_compile_options(-Wno-maybe-uninitialized)
  if(GAN_SANITIZE MATCHES undefined)
    # A third of the time of compiling: what is asked at each pointer. AddressSanitizer stops at null without being told to;
    # the fuzzers, who read untrusted bytes, have the questions about alignment.
    add_compile_options(-fno-sanitize=null,alignment,vptr)
  endif()
  if(GAN_SANITIZE MATCHES thread)
    # protobuf's headers lay out maps differently under ThreadSanitizer than its library was compiled. Everywhere, for
    # tests share precompiled headers.
    add_compile_options(-U__SANITIZE_THREAD__ -D_GLIBCXX_TSAN=1)
  endif()
endif()

# The libraries are instrumented too, so that libFuzzer sees which of their branches an input reaches.
if(GAN_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "GAN_FUZZ needs clang (libFuzzer is a part of it): cmake --preset fuzz chooses it")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()

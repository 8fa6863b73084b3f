if(GAN_SANITIZE)
  add_compile_options(-fsanitize=${GAN_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${GAN_SANITIZE})
endif()

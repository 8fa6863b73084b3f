# Most of the time of a file that includes LibTorch, Qt, gRPC or nlohmann/json goes into their templates, instantiated
# anew in each. gan_compile_together(TARGET): compiles some files of TARGET as one, where GAN_UNITY is on. Names in
# unnamed namespaces must then differ between the files of a target; the preset `debug` compiles each file alone, which
# shows missing includes.
option(GAN_UNITY "Compile several files of a target as one, which takes half the time" ON)
set(CMAKE_UNITY_BUILD_BATCH_SIZE 6)

function(gan_compile_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${GAN_UNITY})
endfunction()

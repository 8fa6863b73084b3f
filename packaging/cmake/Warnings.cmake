# Warnings are errors in our own code; headers of libraries come in as SYSTEM and are left alone.
add_library(gan_warnings INTERFACE)
target_compile_options(gan_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wpedantic -Werror)

# Warnings are errors in our own code; headers of libraries come in as SYSTEM and are left alone. Files compiled together
# (Unity.cmake) are included by another, so a type with members of unnamed namespaces looks like one of a header.
add_library(gan_warnings INTERFACE)
target_compile_options(gan_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wpedantic -Wno-subobject-linkage -Werror)

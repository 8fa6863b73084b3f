# How threads wait for each other: the engine's choice beside long, short and no waiting awake, alone and beside a busy core.
add_test(NAME shared_machine_benchmark COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/shared_machine.py $<TARGET_FILE:gan-engine> --rounds 3)
set_tests_properties(shared_machine_benchmark PROPERTIES LABELS benchmark TIMEOUT 2700 SKIP_RETURN_CODE 77 RUN_SERIAL ON)

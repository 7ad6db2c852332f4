/** Environment variable that is 1 where suites run in a window in this process. */
export const inProcessVariable = "FORGELINE_TEST_IN_PROCESS";

/** What is known of contracts from the compiler. */
export interface SolidityOptions {
  /**
   * Files and folders of what compilers wrote, for source lines in errors: artifacts
   * of Hardhat, Foundry or Truffle, or solc's output. `false` or `off`: none. They are read when a
   * transaction or a call first fails.
   * @default what is found in the project around the working directory
   */
  artifacts?: string | readonly string[] | false | undefined
  /**
   * Notes what transactions cost, for `devnet.gasReport()`; with the path of a folder also adds it to
   * a file of the process there, for `preconf gas` to merge.
   * @default the environment's `PRECONF_GAS_REPORT`, else false
   */
  gasReport?: boolean | string | undefined
  /**
   * Collects which lines of contracts are run, by calls and estimates too, and adds it to a file of the
   * process in a folder, for `preconf coverage` to merge. True: `coverage/.preconf`.
   * @default the environment's `PRECONF_COVERAGE`, else false
   */
  coverage?: boolean | string | undefined
  /**
   * Prints the calls of each sealed transaction, as `preconf_trace` returns them; with `internal` also the
   * functions that contracts jump into, where their sources are known.
   * @default false
   */
  printTraces?: boolean | 'internal' | undefined
}

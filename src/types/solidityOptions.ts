/** What is known of contracts from the compiler. */
export interface SolidityOptions {
  /**
   * Files and folders of what compilers wrote, to tell in which line a contract has failed: artifacts
   * of Hardhat, Foundry or Truffle, or solc's output. `false` or `off`: none. They are read when a
   * transaction or a call first fails.
   * @default what is found in the project around the working directory
   */
  artifacts?: string | readonly string[] | false | undefined
}

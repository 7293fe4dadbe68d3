/** Of all executions: gas of receipts, with what each transaction pays before any code runs. */
export interface GasStats {
  readonly min: number
  readonly max: number
  /** Rounded. */
  readonly avg: number
  readonly median: number
  readonly count: number
}

/** A contract in a gas report. */
export interface ContractGas {
  readonly sourceName: string
  readonly contractName: string
  /** The proxies through which it was called, outermost first, then the contract itself; empty without proxies. */
  readonly proxyChain: readonly string[]
  /** `runtimeSize`: bytes on the chain; `initCodeSize`: bytes sent, without arguments. */
  readonly deployment:
    | (GasStats & { readonly runtimeSize: number; readonly initCodeSize: number })
    | null
  /** By name; by signature where several have the name. */
  readonly functions: Readonly<Record<string, GasStats>> | null
}

/** What transactions to contracts and calls of view functions have cost, in the form of Hardhat 3's `--gas-stats-json`. */
export interface GasReport {
  /** By `contracts/Token.sol:Token`. */
  readonly contracts: Readonly<Record<string, ContractGas>>
}

export interface MergeGasOptions {
  /** Files and folders of compiled contracts. @default those of the project around the working directory */
  readonly artifacts?: readonly string[] | undefined
}

/** What transactions have cost in several processes. */
export interface MergedGas {
  readonly report: GasReport
  /** The same for people, a table for each contract. */
  readonly table: string
}

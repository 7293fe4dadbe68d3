import { type Abi, encodeDeployData, encodeFunctionData, type Hex, numberToHex } from 'viem'
import { type Ask, send } from './suiteTest.ts'

/** What a compiler has made of a contract. */
export interface Artifact {
  readonly abi: Abi
  readonly bytecode: Hex
}

/** A contract on the chain. */
export interface Deployed {
  readonly abi: Abi
  readonly address: Hex
}

interface From {
  /** The first account when absent. */
  readonly from?: Hex
  /** Wei. */
  readonly value?: bigint
}

/** What the tests of a suite do, by the requests that ethers and Hardhat's plugins make of it. */
export class SuiteChain {
  readonly accounts: readonly Hex[]
  readonly #ask: Ask

  constructor(ask: Ask, accounts: readonly Hex[]) {
    this.#ask = ask
    this.accounts = accounts
  }

  static async of(ask: Ask): Promise<SuiteChain> {
    return new SuiteChain(ask, (await ask('eth_accounts', [])) as readonly Hex[])
  }

  account(index: number): Hex {
    const account = this.accounts[index]
    if (account === undefined) throw new Error(`the node has no account ${index}`)
    return account
  }

  ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return this.#ask(method, params)
  }

  async deploy({ abi, bytecode }: Artifact, ...args: readonly unknown[]): Promise<Deployed> {
    const data = encodeDeployData({ abi, bytecode, args } as never)
    const { contractAddress } = await this.#transact({ data }, {})
    return { abi, address: contractAddress as Hex }
  }

  /** Sends a transaction and waits for its receipt. Throws when it fails. */
  async send(
    contract: Deployed,
    functionName: string,
    args: readonly unknown[],
    from: From = {},
  ): Promise<void> {
    await this.#transact(this.#call(contract, functionName, args), from)
  }

  async read<Result = Hex>(
    contract: Deployed,
    functionName: string,
    ...args: readonly unknown[]
  ): Promise<Result> {
    const call = this.#call(contract, functionName, args)
    return (await this.ask('eth_call', call, 'latest')) as Result
  }

  /** Expects a transaction to revert: its estimate does, so it is not sent. */
  async reverts(
    contract: Deployed,
    functionName: string,
    args: readonly unknown[],
    from: From = {},
  ): Promise<void> {
    const call = this.#call(contract, functionName, args)
    const outcome = await this.send(contract, functionName, args, from).then(
      () => 'succeeded',
      (error: Error) => error.message,
    )
    if (/revert|FailedOp/.test(outcome)) return
    throw new Error(`${functionName} to ${call.to} should revert, but: ${outcome}`)
  }

  #call({ abi, address }: Deployed, functionName: string, args: readonly unknown[]) {
    return { to: address, data: encodeFunctionData({ abi, functionName, args } as never) }
  }

  async #transact(
    call: { readonly to?: Hex; readonly data: Hex },
    { from = this.account(0), value }: From,
  ): Promise<{ readonly contractAddress: string }> {
    const said = { from, ...call, ...(value && { value: numberToHex(value) }) }
    const gas = BigInt((await this.ask('eth_estimateGas', said)) as Hex)
    // The pool's observations cost more in a later second than in that of the estimate.
    return send(this.#ask, { ...said, gas: numberToHex((gas * 6n) / 5n) })
  }
}

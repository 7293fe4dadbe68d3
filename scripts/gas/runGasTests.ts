import type { PreconfDevnet } from '../../src/types/devnet.ts'
import type { Abi } from '../../src/types/solidity/contract.ts'
import { encodeDeploy, encodeFunction } from '../../src/wallet/abi.ts'
import { gasTests } from './gasTests.ts'

export interface Deployable {
  readonly abi: Abi
  readonly code: `0x${string}`
}

/** Each call is a transaction, as in forge's report; each test has a shop of its own. */
export async function runAsTransactions(
  devnet: PreconfDevnet,
  contractOf: (name: 'Shop' | 'ShopTest') => Deployable,
): Promise<void> {
  const { abi, code } = contractOf('Shop')
  for (const { calls } of gasTests) {
    const to = await send(devnet, { data: encodeDeploy(abi, code, [4]) })
    for (const { function: name, types, args, value = 0 } of calls) {
      const data = encodeFunction(abi, `${name}(${types})`, args)
      await send(devnet, { to, data, value: `0x${value.toString(16)}` })
    }
  }
}

/** Each test is a transaction, as in forge's snapshot. */
export async function runAsTests(
  devnet: PreconfDevnet,
  contractOf: (name: 'Shop' | 'ShopTest') => Deployable,
): Promise<void> {
  const { abi, code } = contractOf('ShopTest')
  for (const { name } of gasTests) {
    const to = await send(devnet, { data: code })
    await devnet.provider.request({ method: 'anvil_setBalance', params: [to, '0xffff'] })
    await send(devnet, { to, data: encodeFunction(abi, 'setUp', []) })
    await send(devnet, { to, data: encodeFunction(abi, name, []) })
  }
}

/** Gives the address of the contract that is created. */
async function send({ provider }: PreconfDevnet, request: object): Promise<string> {
  const [from] = await provider.request({ method: 'eth_accounts' })
  const params = [{ from, gas: '0x4c4b40', ...request }]
  const hash = await provider.request({ method: 'eth_sendTransaction', params })
  const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (receipt.status !== '0x1') throw new Error(`it failed: ${JSON.stringify(request)}`)
  return receipt.contractAddress
}

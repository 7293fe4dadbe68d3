import { readFileSync } from 'node:fs'
import { parseAbi } from 'viem'

// What Hardhat, Foundry or solc has compiled.
const artifact = new URL('../fixtures/Token.json', import.meta.url)
const { bytecode } = JSON.parse(readFileSync(artifact, 'utf8'))

export const abi = parseAbi([
  'constructor(string name, string symbol, uint256 supply)',
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
])

/** Clients of the chain, and a token that its first account has deployed. */
export async function deployToken(chain) {
  const { publicClient, walletClient } = await chain.clients()
  const hash = await walletClient.deployContract({ abi, bytecode, args: ['Gold', 'GLD', 1000n] })
  const { contractAddress: address } = await publicClient.getTransactionReceipt({ hash })
  const transfer = (to, value) =>
    walletClient.writeContract({ address, abi, functionName: 'transfer', args: [to, value] })
  return { token: { address, abi }, publicClient, walletClient, transfer }
}

export const [alice, bob] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
]

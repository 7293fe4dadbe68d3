import { fixture } from 'preconf/vitest'
import { type Hex, parseAbi } from 'viem'
// What Hardhat, Foundry or solc has compiled.
import artifact from '../fixtures/Token.json' with { type: 'json' }

const abi = parseAbi([
  'constructor(string name, string symbol, uint256 supply)',
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function fail()',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'error InsufficientBalance(address account, uint256 balance, uint256 needed)',
])

/** Deploys the token, once for all tests of a worker. */
export const withToken = fixture(async ({ devnet }) => {
  const { publicClient, walletClient } = await devnet.clients()
  const bytecode = artifact.bytecode as Hex
  const hash = await walletClient.deployContract({ abi, bytecode, args: ['Gold', 'GLD', 1000n] })
  const { contractAddress } = await publicClient.getTransactionReceipt({ hash })
  return { token: { address: contractAddress as Hex, abi } }
})

export const [alice, bob, carol] = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
] as const

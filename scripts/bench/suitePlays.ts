// Four suites in the shape of those of OpenZeppelin, Safe, Uniswap v3 and account abstraction, on the contracts of
// their packages: the packages have no tests of their own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeFunctionData, type Hex, keccak256, pad, toHex, zeroAddress, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { compileSolidity } from '../../test/support/compileSolidity.ts'
import type { Artifact, Deployed, SuiteChain } from './suiteChain.ts'

type Test = () => Promise<void>

/** Deploys what the tests of a suite begin with, and returns them. */
type Suite = (chain: SuiteChain, artifacts: Artifacts) => Promise<readonly Test[]>

type Artifacts = (path: string) => Artifact

const ether = 10n ** 18n

/** The packages with the contracts, which `npm install` takes. */
export const packages = [
  '@openzeppelin/contracts@4.9.6',
  '@safe-global/safe-contracts@1.4.1',
  '@uniswap/v3-core@1.0.1',
  '@account-abstraction/contracts@0.7.0',
]

/** Reads artifacts of the packages in a folder. */
export function artifactsIn(folder: string): Artifacts {
  return (path) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', `${path}.json`), 'utf8')) as Artifact
}

const openZeppelin = (name: string) => `@openzeppelin/contracts/build/contracts/${name}`
const safeOf = (name: string) => `@safe-global/safe-contracts/build/artifacts/contracts/${name}`

const token = openZeppelin('ERC20PresetMinterPauser')

export const suites: Readonly<Record<string, Suite>> = {
  async openzeppelin(chain, artifact) {
    const [owner, alice, bob] = [chain.account(0), chain.account(1), chain.account(2)]
    const coin = await chain.deploy(artifact(token), 'Coin', 'CN')
    const art = await chain.deploy(
      artifact(openZeppelin('ERC721PresetMinterPauserAutoId')),
      ...['Art', 'ART', 'ipfs://'],
    )
    const lock = await chain.deploy(
      artifact(openZeppelin('TimelockController')),
      ...[60n, [owner], [owner], owner],
    )
    await chain.send(coin, 'mint', [alice, 100n])
    await chain.send(art, 'mint', [alice])
    const call = encodeFunctionData({
      abi: coin.abi,
      functionName: 'mint',
      args: [bob, 1n],
    } as never)
    const planned = [coin.address, 0n, call, zeroHash, zeroHash]
    return [
      ...repeated(60, async (index) => {
        await chain.send(coin, 'transfer', [bob, BigInt(index)], { from: alice })
        await chain.read(coin, 'balanceOf', bob)
        await chain.read(coin, 'balanceOf', alice)
      }),
      ...repeated(60, async (index) => {
        await chain.send(coin, 'approve', [bob, BigInt(index)], { from: alice })
        await chain.send(coin, 'transferFrom', [alice, owner, BigInt(index)], { from: bob })
        await chain.reverts(coin, 'transferFrom', [alice, owner, 1n], { from: bob })
        await chain.read(coin, 'allowance', alice, bob)
      }),
      ...repeated(40, async () => {
        await chain.send(coin, 'pause', [])
        await chain.reverts(coin, 'transfer', [bob, 1n], { from: alice })
        await chain.reverts(coin, 'mint', [bob, 1n], { from: alice })
        await chain.send(coin, 'unpause', [])
      }),
      ...repeated(40, async () => {
        await chain.send(art, 'approve', [bob, 0n], { from: alice })
        await chain.send(art, 'transferFrom', [alice, owner, 0n], { from: bob })
        await chain.read(art, 'ownerOf', 0n)
        await chain.read(art, 'tokenURI', 0n)
        await chain.reverts(art, 'transferFrom', [alice, owner, 0n], { from: bob })
      }),
      ...repeated(30, async (index) => {
        await chain.send(coin, 'grantRole', [keccak256(toHex('MINTER_ROLE')), lock.address])
        const salt = toHex(index, { size: 32 })
        await chain.send(lock, 'schedule', [...planned.slice(0, 4), salt, 60n])
        await chain.reverts(lock, 'execute', [...planned.slice(0, 4), salt])
        await chain.ask('evm_increaseTime', 61)
        await chain.ask('evm_mine')
        await chain.send(lock, 'execute', [...planned.slice(0, 4), salt])
        await chain.read(coin, 'balanceOf', bob)
      }),
    ]
  },

  async safe(chain, artifact) {
    const owners = [0, 1, 2].map((index) => chain.account(index)).sort(byAddress)
    const [first, second, third] = owners as [Hex, Hex, Hex]
    const singleton = await chain.deploy(artifact(safeOf('Safe.sol/Safe')))
    const factory = await chain.deploy(
      artifact(safeOf('proxies/SafeProxyFactory.sol/SafeProxyFactory')),
    )
    const setup = encodeFunctionData({
      abi: singleton.abi,
      functionName: 'setup',
      args: [owners, 2n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
    } as never)
    const create = ['createProxyWithNonce', [singleton.address, setup, 1n]] as const
    const [name, args] = create
    const answer = await chain.read(factory, name, ...args)
    await chain.send(factory, name, args)
    const safe: Deployed = { abi: singleton.abi, address: `0x${answer.slice(-40)}` }
    await chain.ask('hardhat_setBalance', safe.address, toHex(ether))
    const to = chain.account(9)
    const transfer = (value: bigint) => [to, value, '0x', 0, 0n, 0n, 0n, zeroAddress, zeroAddress]
    const approvedBy = (owner: Hex) => `${pad(owner).slice(2)}${'0'.repeat(64)}01`
    return [
      ...repeated(120, async (index) => {
        const parts = transfer(BigInt(index + 1))
        const hash = await chain.read(safe, 'getTransactionHash', ...parts, 0n)
        await chain.reverts(safe, 'execTransaction', [...parts, `0x${approvedBy(first)}`])
        await chain.send(safe, 'approveHash', [hash], { from: first })
        await chain.send(safe, 'approveHash', [hash], { from: second })
        const signatures = `0x${approvedBy(first)}${approvedBy(second)}`
        await chain.send(safe, 'execTransaction', [...parts, signatures], { from: third })
        await chain.read(safe, 'nonce')
        await chain.ask('eth_getBalance', to, 'latest')
      }),
      ...repeated(60, async (index) => {
        await chain.send(factory, 'createProxyWithNonce', [
          ...[singleton.address, setup, BigInt(index + 2)],
        ])
        await chain.reverts(safe, 'addOwnerWithThreshold', [to, 1n])
        await chain.read(safe, 'getOwners')
      }),
    ]
  },

  async 'uniswap-v3'(chain, artifact) {
    const owner = chain.account(0)
    const coins = [
      await chain.deploy(artifact(token), 'A', 'A'),
      await chain.deploy(artifact(token), 'B', 'B'),
    ] as const
    const core = '@uniswap/v3-core/artifacts/contracts'
    const factory = await chain.deploy(artifact(`${core}/UniswapV3Factory.sol/UniswapV3Factory`))
    const [one, other] = coins.map(({ address }) => address) as [Hex, Hex]
    await chain.send(factory, 'createPool', [one, other, 3000])
    const address: Hex = `0x${(await chain.read(factory, 'getPool', one, other, 3000)).slice(-40)}`
    const pool: Deployed = {
      abi: artifact(`${core}/UniswapV3Pool.sol/UniswapV3Pool`).abi,
      address,
    }
    await chain.send(pool, 'initialize', [2n ** 96n])
    const callee = await chain.deploy(v3Callee())
    for (const coin of coins) {
      await chain.send(coin, 'mint', [owner, 10n ** 30n])
      await chain.send(coin, 'approve', [callee.address, 2n ** 255n])
    }
    await chain.send(callee, 'mint', [address, -887_220, 887_220, 10n ** 21n])
    const limits = [4_295_128_740n, 2n ** 159n] as const
    return [
      ...repeated(100, async (index) => {
        const lower = -60 * (index + 1)
        await chain.send(callee, 'mint', [address, lower, -lower, 10n ** 18n])
        await chain.read(pool, 'ticks', lower)
        await chain.send(pool, 'burn', [lower, -lower, 10n ** 17n])
        await chain.send(pool, 'collect', [owner, lower, -lower, 2n ** 100n, 2n ** 100n])
        await chain.reverts(pool, 'burn', [lower, -lower, 10n ** 19n])
      }),
      ...repeated(100, async (index) => {
        for (const zeroForOne of [true, false, true]) {
          const amount = 10n ** 15n * BigInt(index + 1)
          await chain.send(callee, 'swap', [
            address,
            zeroForOne,
            amount,
            limits[zeroForOne ? 0 : 1],
          ])
          await chain.read(pool, 'slot0')
        }
        await chain.read(pool, 'observe', [0])
        await chain.reverts(pool, 'initialize', [2n ** 96n])
      }),
    ]
  },

  async 'account-abstraction'(chain, artifact) {
    const core = '@account-abstraction/contracts/artifacts'
    const entryPoint = await chain.deploy(artifact(`${core}/EntryPoint`))
    const factory = await chain.deploy(artifact(`${core}/SimpleAccountFactory`), entryPoint.address)
    const key = privateKeyToAccount(toHex(7, { size: 32 }))
    const made = await chain.read(factory, 'getAddress', key.address, 0n)
    const sender: Hex = `0x${made.slice(-40)}`
    await chain.send(factory, 'createAccount', [key.address, 0n])
    const account: Deployed = { abi: artifact(`${core}/SimpleAccount`).abi, address: sender }
    await chain.send(entryPoint, 'depositTo', [sender], { value: ether })
    await chain.ask('hardhat_setBalance', sender, toHex(ether))
    const operation = async (nonce: bigint, value: bigint) => {
      const call = { abi: account.abi, functionName: 'execute', args: [key.address, value, '0x'] }
      const unsigned = {
        sender,
        nonce,
        initCode: '0x',
        callData: encodeFunctionData(call as never),
        accountGasLimits: toHex((300_000n << 128n) | 300_000n, { size: 32 }),
        preVerificationGas: 50_000n,
        gasFees: toHex((1n << 128n) | 1n, { size: 32 }),
        paymasterAndData: '0x',
        signature: '0x',
      }
      const hash = await chain.read(entryPoint, 'getUserOpHash', unsigned)
      return { ...unsigned, signature: await key.signMessage({ message: { raw: hash } }) }
    }
    return [
      ...repeated(100, async (index) => {
        const signed = await operation(0n, BigInt(index + 1))
        await chain.send(entryPoint, 'handleOps', [[signed], chain.account(5)])
        await chain.reverts(entryPoint, 'handleOps', [[signed], chain.account(5)])
        await chain.read(entryPoint, 'getNonce', sender, 0n)
        await chain.read(entryPoint, 'balanceOf', sender)
      }),
      ...repeated(50, async (index) => {
        const salt = BigInt(index + 1)
        await chain.send(factory, 'createAccount', [key.address, salt])
        await chain.send(entryPoint, 'depositTo', [sender], { value: salt })
        await chain.reverts(entryPoint, 'withdrawTo', [chain.account(3), ether])
      }),
    ]
  },
}

function repeated(count: number, test: (index: number) => Promise<void>): readonly Test[] {
  return Array.from({ length: count }, (_, index) => () => test(index))
}

function byAddress(one: Hex, other: Hex): number {
  return BigInt(one) < BigInt(other) ? -1 : 1
}

function v3Callee(): Artifact {
  const file = 'V3Callee.sol'
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  const { abi, evm } = compileSolidity(file, source).contracts[file]?.V3Callee ?? {}
  if (abi === undefined || evm === undefined) throw new Error(`${file} has no V3Callee`)
  return { abi: abi as never, bytecode: `0x${evm.bytecode.object}` }
}

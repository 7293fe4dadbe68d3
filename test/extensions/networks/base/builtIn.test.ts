import {
  type Address,
  createWalletClient,
  custom,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  padHex,
  parseAbi,
  slice,
  stringToHex,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { DevnetOptions } from '../../../../src/types/options/options.ts'
import { compileSolidity } from '../../../support/compileSolidity.ts'
import { testDevnet } from '../../../support/testDevnet.ts'
import {
  activationRegistry,
  asset,
  b20Devnet,
  type Call,
  clientOf,
  data,
  factory,
  idOf,
  policyRegistry,
} from './b20Client.ts'

const source = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

interface IB20Factory {
    function getB20Address(uint8 variant, address sender, bytes32 salt) external view returns (address);
    function createB20(uint8 variant, bytes32 salt, bytes calldata params, bytes[] calldata initCalls) external returns (address);
}

contract Probe {
    uint256 public sizeBefore;
    uint256 public sizeAfter;

    function pay(IERC20 token, address to, uint256 amount) external {
        require(token.transfer(to, amount));
    }

    function create(IB20Factory factory, bytes calldata params, bytes[] calldata initCalls) external returns (IERC20 token) {
        address predicted = factory.getB20Address(0, address(this), 0);
        sizeBefore = predicted.code.length;
        token = IERC20(factory.createB20(0, 0, params, initCalls));
        require(address(token) == predicted && token.balanceOf(address(this)) == 100);
        sizeAfter = predicted.code.length;
    }

    /// Fails in the end, so that what was created is gone.
    function createInVain(IB20Factory factory, bytes calldata params) external returns (uint256) {
        try this.createAndFail(factory, params) {} catch {}
        return factory.getB20Address(0, address(this), 0).code.length;
    }

    function createAndFail(IB20Factory factory, bytes calldata params) external {
        factory.createB20(0, 0, params, new bytes[](0));
        revert();
    }

    function facts(address account) external view returns (uint256 size, bytes32 hash, bytes memory code) {
        return (account.code.length, account.codehash, account.code);
    }

    function delegate(address to, bytes calldata call) external returns (bool ok, bytes memory returned) {
        (ok, returned) = to.delegatecall(call);
    }

    function look(address to, bytes calldata call) external view returns (bool ok, bytes memory returned) {
        (ok, returned) = to.staticcall{gas: 100000}(call);
    }
}`

const compiled = compileSolidity('Probe.sol', source).contracts['Probe.sol']?.Probe
const bytecode: Hex = `0x${compiled?.evm.bytecode.object ?? ''}`
const probeAbi = parseAbi([
  'function sizeBefore() view returns (uint256)',
  'function sizeAfter() view returns (uint256)',
  'function pay(address token, address to, uint256 amount)',
  'function create(address factory, bytes params, bytes[] initCalls) returns (address)',
  'function createInVain(address factory, bytes params) returns (uint256)',
  'function facts(address account) view returns (uint256, bytes32, bytes)',
  'function delegate(address to, bytes call) returns (bool, bytes)',
  'function look(address to, bytes call) view returns (bool, bytes)',
])

type B20 = Awaited<ReturnType<typeof b20Devnet>>

/** Deploys the contract, and gives ways to call it. */
async function probeOf(b20: B20) {
  const { admin: account, client, devnet, wallet } = b20
  const deployment = encodeDeployData({ abi: probeAbi, bytecode })
  const hash = await wallet.sendTransaction({ account, data: deployment, gas: 3_000_000n })
  await devnet.seal()
  const probe = (await client.getTransactionReceipt({ hash })).contractAddress as Address
  const encode = ([functionName, ...args]: Call) =>
    encodeFunctionData({ abi: probeAbi, functionName, args } as never)
  return {
    probe,
    encode,
    call: async (...call: Call) => {
      const { data: returned } = await client.call({ account, to: probe, data: encode(call) })
      const result = { abi: probeAbi, functionName: call[0], data: returned ?? '0x' }
      return decodeFunctionResult(result as never) as unknown
    },
    send: async (...call: Call) => {
      const sent = await wallet.sendTransaction({
        account,
        to: probe,
        data: encode(call),
        gas: 5_000_000n,
      })
      await devnet.seal()
      return client.getTransactionReceipt({ hash: sent })
    },
  }
}

const markerHash = keccak256('0xef')

const selectorOf = (error: string) => slice(keccak256(stringToHex(error)), 0, 4)

test.each(['base', 'base-flashblocks'] as const)(
  'contracts on %s make tokens and use them, and see their marker only',
  async (network) => {
    await using b20 = await b20Devnet({ network })
    const { probe, send, call } = await probeOf(b20)
    const { params } = asset(b20.admin)
    const { status } = await send('create', factory, params, [data(['mint', probe, 100n])])
    expect(status).toBe('success')
    expect([await call('sizeBefore'), await call('sizeAfter')]).toEqual([0n, 1n])
    const token = (await b20.read(factory, 'getB20Address', 0, probe, zeroHash)) as Address
    await send('pay', token, b20.bob, 30n)
    expect(await b20.read(token, 'balanceOf', b20.bob)).toBe(30n)
    expect(await call('facts', token)).toEqual([1n, markerHash, '0xef'])
    expect(await call('facts', activationRegistry)).toEqual([1n, markerHash, '0xef'])
    expect(await call('facts', factory)).toEqual([0n, zeroHash, '0x'])
    expect(await b20.client.getCode({ address: token })).toBe('0xef')
  },
)

test('a creation that is undone leaves nothing', async () => {
  await using b20 = await b20Devnet()
  const { probe, call, send } = await probeOf(b20)
  const { params } = asset(b20.admin)
  expect(await call('createInVain', factory, params)).toBe(0n)
  expect((await send('createInVain', factory, params)).status).toBe('success')
  const token = (await b20.read(factory, 'getB20Address', 0, probe, zeroHash)) as Address
  expect(await b20.client.getCode({ address: token })).toBeUndefined()
  expect(await b20.read(factory, 'isB20Initialized', token)).toBe(false)
  // It is there for the next one.
  const again = await send('create', factory, params, [data(['mint', probe, 100n])])
  expect(again.status).toBe('success')
})

test('an address without its token, and ways to call that Base refuses', async () => {
  await using b20 = await b20Devnet()
  const { call } = await probeOf(b20)
  const token = (await b20.read(factory, 'getB20Address', 0, b20.admin, zeroHash)) as Address
  const name = data(['name'])
  // Empty revert data, for whoever calls.
  expect(await call('look', token, name)).toEqual([false, '0x'])
  // A prefix of which no variant is known has no contract.
  const other = token.toLowerCase().replace(/^(0x.{20})00/, '$109') as Address
  expect(await call('look', other, name)).toEqual([true, '0x'])
  await b20.create(asset(b20.admin))
  const [, returned] = (await call('look', token, name)) as [boolean, Hex]
  expect(returned).toContain(Buffer.from('Gold').toString('hex'))
  for (const to of [token, factory, policyRegistry, activationRegistry]) {
    expect(await call('delegate', to, name)).toEqual([
      false,
      selectorOf('DelegateCallNotAllowed()'),
    ])
  }
  const activate = data(['activate', zeroHash])
  expect(await call('look', activationRegistry, activate)).toEqual([
    false,
    selectorOf('StaticCallNotAllowed()'),
  ])
  const write = data(['transfer', b20.bob, 0n])
  expect(await call('look', token, write)).toEqual([false, '0x'])
})

test('a token shows in the flashblock that creates it', async () => {
  await using b20 = await b20Devnet()
  const { admin, bob, devnet, read, wallet, client } = b20
  const { variant, params } = asset(admin)
  const token = (await read(factory, 'getB20Address', variant, admin, zeroHash)) as Address
  const mint = data(['mint', admin, 10n])
  const gas = 3_000_000n
  const creation = data(['createB20', variant, zeroHash, params, [mint]])
  const hash = await wallet.sendTransaction({ account: admin, to: factory, data: creation, gas })
  await devnet.flashblock()
  const balance = data(['balanceOf', admin])
  const at = async (blockTag: 'pending' | 'latest') =>
    (await client.call({ to: token, data: balance, blockTag }).catch(() => undefined))?.data
  expect([await at('pending'), await at('latest')]).toEqual([
    numberToHex(10, { size: 32 }),
    undefined,
  ])
  expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
  const payment = data(['transfer', bob, 4n])
  await wallet.sendTransaction({ account: admin, to: token, data: payment, gas })
  await devnet.flashblock()
  expect(await at('pending')).toBe(numberToHex(6, { size: 32 }))
  await devnet.seal()
  expect(await at('latest')).toBe(numberToHex(6, { size: 32 }))
})

test('calls with overrides, estimates, simulations, access lists and traces run it, too', async () => {
  await using b20 = await b20Devnet()
  const { admin, alice, bob, client, devnet, read, send } = b20
  await send(admin, policyRegistry, 'createPolicy', admin, 0)
  const { token } = await b20.create(asset(admin), [
    ['updatePolicy', idOf('TRANSFER_SENDER_POLICY'), 2n],
    ['mint', alice, 5n],
  ])
  const ask = <Answer>(method: string, ...params: unknown[]) =>
    devnet.provider.request({ method, params }) as Promise<Answer>
  // The storage is Base's: balances are the fifth member of ERC-7201's base.b20.
  const root = 0xc78b71fee795ddd74aff64ea9b2474194c938c3196430e10bb5f01ed48434000n
  const slot = keccak256(`${padHex(bob)}${numberToHex(root + 4n, { size: 32 }).slice(2)}` as Hex)
  const stateDiff = [{ slot, value: numberToHex(9, { size: 32 }) }]
  const overridden = { to: token, data: data(['balanceOf', bob]) }
  const { data: balance } = await client.call({
    ...overridden,
    stateOverride: [{ address: token, stateDiff }],
  })
  expect(balance).toBe(numberToHex(9, { size: 32 }))
  const transfer = { from: alice, to: token, data: data(['transfer', bob, 1n]) }
  const gas = await ask<Hex>('eth_estimateGas', transfer)
  const { status, hash } = await send(alice, token, 'transfer', bob, 1n)
  const { gasUsed } = await client.getTransactionReceipt({ hash })
  expect([status, Number(gas) >= Number(gasUsed)]).toEqual(['success', true])
  const [block] = await ask<{ calls: { status: Hex; logs: unknown[] }[] }[]>('eth_simulateV1', {
    blockStateCalls: [{ calls: [transfer] }],
  })
  expect(block?.calls).toMatchObject([{ status: '0x1', logs: [{ address: token.toLowerCase() }] }])
  const { accessList } = await ask<{ accessList: { address: Hex }[] }>(
    'eth_createAccessList',
    transfer,
  )
  expect(accessList.map(({ address }) => address)).toContain(token.toLowerCase())
  // In the fast interpreter, in EthereumJS step by step, and what each opcode does.
  const calls = await ask<{ calls: { to: Hex }[] }>('debug_traceTransaction', hash, {
    tracer: 'callTracer',
    tracerConfig: { withLog: true },
  })
  expect(calls).toMatchObject({ to: token.toLowerCase(), logs: [{ address: token.toLowerCase() }] })
  expect(calls.calls.map(({ to }) => to)).toEqual([policyRegistry])
  const steps = await ask<{ failed: boolean; structLogs: { op: string }[] }>(
    'debug_traceTransaction',
    hash,
  )
  expect(steps.failed).toBe(false)
  expect(steps.structLogs.some(({ op }) => op === 'LOG3')).toBe(true)
  const state = await ask<object>('debug_traceTransaction', hash, { tracer: 'prestateTracer' })
  expect(state).toHaveProperty([token.toLowerCase(), 'code'], '0xef')
  expect(await read(token, 'balanceOf', bob)).toBe(1n)
})

test('a transaction that sets code calls it as others do', async () => {
  await using b20 = await b20Devnet()
  const { alice, bob, client, devnet } = b20
  const { token } = await b20.create(asset(b20.admin), [['mint', alice, 5n]])
  const account = privateKeyToAccount(devnet.accounts[1]?.privateKey as Hex)
  const wallet = createWalletClient({
    account,
    chain: devnet.viemChain,
    transport: custom(devnet.provider),
  })
  const authorization = await wallet.signAuthorization({
    contractAddress: `0x${'c0'.repeat(20)}`,
    executor: 'self',
  })
  const hash = await wallet.sendTransaction({
    to: token,
    data: data(['transfer', bob, 1n]),
    gas: 1_000_000n,
    authorizationList: [authorization],
  })
  await devnet.seal()
  expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
})

test('snapshots and forks take tokens along; a chain of Ethereum has none', async () => {
  await using b20 = await b20Devnet()
  const { admin, alice, bob, devnet, read, send } = b20
  const { token } = await b20.create(asset(admin), [['mint', alice, 5n]])
  const snapshot = await devnet.provider.request({ method: 'evm_snapshot', params: [] })
  await send(alice, token, 'transfer', bob, 2n)
  await using copy = clientOf(await devnet.fork())
  const { url } = await devnet.listen({ port: 0 })
  await using remote = clientOf(await testDevnet({ fork: url }))
  for (const fork of [copy, remote]) {
    expect(await fork.read(token, 'balanceOf', bob)).toBe(2n)
    const { events } = await fork.send(bob, token, 'transfer', admin, 1n)
    expect(events).toEqual([['Transfer', bob, admin, 1n]])
    const second = `0x${'02'.repeat(32)}` as const
    expect((await fork.create(asset(admin), [], second)).status).toBe('success')
  }
  await devnet.provider.request({ method: 'evm_revert', params: [snapshot] })
  expect(await read(token, 'balanceOf', bob)).toBe(0n)
  await using plain = clientOf(await testDevnet({ network: 'op' }))
  expect(
    (await plain.client.call({ to: factory, data: data(['isB20', token]) })).data,
  ).toBeUndefined()
})

test('it is there for networks that have it, whatever code is put at its addresses', async () => {
  const isThere = async (network: DevnetOptions['network']) => {
    await using b20 = await b20Devnet({ network })
    const call = { to: factory, data: data(['isB20', `0xb2${'00'.repeat(19)}`]) } as const
    const ask = (...params: unknown[]) =>
      b20.devnet.provider.request({ method: 'eth_call', params: [call, 'latest', ...params] })
    // Answers 5.
    const code = '0x60055f5260205ff3'
    const overridden = await ask({ [factory]: { code } })
    await b20.devnet.provider.request({ method: 'anvil_setCode', params: [factory, code] })
    return [overridden, await ask()].map(Number)
  }
  expect(await isThere('base')).toEqual([1, 1])
  expect(await isThere({ like: 'op', hasB20: true })).toEqual([1, 1])
  expect(await isThere({ like: 'base', hasB20: false })).toEqual([5, 5])
})

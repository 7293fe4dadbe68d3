import { type Abi, encodeAbiParameters, encodeFunctionData } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { type SolcBuild, solcBuild, solcContract } from '../../../support/solcBuild.ts'
import { deployContract } from '../../../support/solidityProject.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const source = `
pragma solidity ^0.8.0;
library console {
  function log(string memory a, uint b) internal view {
    address(0x000000000000000000636F6e736F6c652e6c6f67).staticcall(abi.encodeWithSignature("log(string,uint256)", a, b));
  }
}
contract Token {
  struct Point { uint128 x; uint64 y; }
  string public name;
  mapping(address => mapping(string => uint)) public balances;
  uint64 small; bool flag;
  Point[] points;
  event Moved(address indexed to, uint amount, Point at);
  error TooMuch(address who, uint most);
  constructor(string memory name_) { name = name_; }
  function move(address to, uint amount) external payable returns (uint left, bool ok) {
    if (amount > 50) revert TooMuch(msg.sender, 50);
    balances[to]["gold"] += amount;
    small = 7; flag = true;
    points.push(Point(3, 4));
    console.log("moved %d", amount);
    emit Moved(to, amount, Point(1, 2));
    return (50 - amount, true);
  }
}
contract Shop {
  Token immutable token;
  constructor(Token token_) { token = token_; }
  function buy(address to, uint amount) external payable { token.move{value: msg.value}(to, amount); }
  function tryBuy(uint amount) external returns (bool) {
    try token.move(address(this), amount) { return true; } catch { return false; }
  }
}
`

let build: SolcBuild

beforeAll(() => {
  build = solcBuild({ 'contracts/Shop.sol': source })
})

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function shop() {
  const devnet = await testDevnet({ mining: 'auto', artifacts: false })
  const { provider } = devnet
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the method gives
  const ask = (method: string, ...params: unknown[]): Promise<any> =>
    provider.request({ method, params })
  await ask('preconf_addArtifacts', build.output)
  const name = encodeAbiParameters([{ type: 'string' }], ['gold\u001b[2J']).slice(2)
  const token = await deployContract(provider, build, 'Token', name)
  const shop = await deployContract(provider, build, 'Shop', token.slice(2).padStart(64, '0'))
  const [from] = await ask('eth_accounts')
  const abi = solcContract(build, 'Shop').abi as Abi
  const send = (functionName: string, args: unknown[], value = '0x0') => {
    const data = encodeFunctionData({ abi, functionName, args })
    return ask('eth_sendTransaction', { from, to: shop, data, value, gas: '0x7a120' })
  }
  return {
    ask,
    send,
    token,
    shop,
    from,
    abi,
    [Symbol.asyncDispose]: () => devnet[Symbol.asyncDispose](),
  }
}

/** Without figures of gas, which other compilers change. */
function withoutGas(text: string): string {
  return text.replace(/(?<=^ {2}|─ )\[\d+\]/gm, '[gas]')
}

test('a transaction is reported by names: calls, events, console lines and variables', async () => {
  await using chain = await shop()
  const hash = await chain.send('buy', [bob, 5n], '0x9')
  const { text, call, labels } = await chain.ask('preconf_trace', hash)
  expect(withoutGas(text)).toBe(`  [gas] Shop::buy(to: ${bob}, amount: 5) {value: 9}
    ├─ [gas] Token::move(to: ${bob}, amount: 5) {value: 9}
    │   ├─ console.log  moved 5
    │   ├─ emit Moved(to: ${bob}, amount: 5, at: { x: 1, y: 2 })
    │   ├─  storage changes:
    │   │   @ balances[${bob}]["gold"]: 0 → 5
    │   │   @ small: 0 → 7
    │   │   @ flag: false → true
    │   │   @ points: 0 → 1
    │   │   @ points[0].x: 0 → 3
    │   │   @ points[0].y: 0 → 4
    │   └─ ← [Return] left: 45, ok: true
    └─ ← [Stop]`)
  expect(labels).toMatchObject({ [chain.shop]: 'Shop', [chain.token]: 'Token' })
  const receipt = await chain.ask('eth_getTransactionReceipt', hash)
  expect(call).toMatchObject({
    step: 'call',
    kind: 'CALL',
    from: chain.from,
    to: chain.shop,
    contract: 'Shop',
    function: 'buy',
    signature: 'buy(address,uint256)',
    args: [
      { name: 'to', type: 'address', value: bob },
      { name: 'amount', type: 'uint256', value: '5' },
    ],
    value: '0x9',
    gas: '0x7a120',
    gasUsed: receipt.gasUsed,
    results: [],
    steps: [{ function: 'move', results: [{ name: 'left', value: '45' }, { value: true }] }],
  })
})

test('a failure says why, and what it has undone is not reported as a change', async () => {
  await using chain = await shop()
  const data = encodeFunctionData({ abi: chain.abi, functionName: 'tryBuy', args: [51n] })
  const { text } = await chain.ask('preconf_trace', { from: chain.from, to: chain.shop, data })
  expect(withoutGas(text)).toBe(`  [gas] Shop::tryBuy(amount: 51)
    ├─ [gas] Token::move(to: Shop: [${shopChecksum(text)}], amount: 51)
    │   └─ ← [Revert] TooMuch(who: Shop: [${shopChecksum(text)}], most: 50)
    └─ ← [Return] false`)
})

function shopChecksum(text: string): string {
  return /Shop: \[(0x[0-9a-fA-F]{40})\]/.exec(text)?.[1] ?? ''
}

test('a creation tells the arguments of the constructor, without what commands a terminal', async () => {
  await using chain = await shop()
  const block = await chain.ask('eth_getBlockByNumber', '0x1', false)
  const { text, call } = await chain.ask('preconf_trace', block.transactions[0])
  expect(withoutGas(text)).toContain(
    `→ new Token(name_: "gold\\u001b[2J")@${chain.token}\n    ├─  storage changes:\n    │   @ name: "" → "gold\\u001b[2J"`,
  )
  expect(call).toMatchObject({ kind: 'CREATE', contract: 'Token', function: 'constructor' })
})

test('unknown data is reported in hex, and what never ran is refused', async () => {
  await using chain = await shop()
  const { text } = await chain.ask('preconf_trace', {
    to: `0x${'00'.repeat(19)}04`,
    data: '0x1234',
  })
  expect(withoutGas(text)).toBe(`  [gas] identity::0x1234\n    └─ ← [Return] 0x1234`)
  await expect(chain.ask('preconf_trace', `0x${'12'.repeat(32)}`)).rejects.toMatchObject({
    code: -32000,
    message: 'transaction not found',
  })
})

test('functions that a contract jumps into are reported on wish, with what happens in them', async () => {
  const inner = solcBuild({
    'contracts/Inner.sol': `pragma solidity ^0.8.0;
function half(uint x) pure returns (uint) { return x / 2; }
contract Inner {
  event Halved(uint to);
  function run(uint x) external { outer(x); emit Halved(0); }
  function outer(uint x) internal {
    emit Halved(half(x));
  }
}
`,
  })
  await using devnet = await testDevnet({ mining: 'auto', artifacts: false })
  const { provider } = devnet
  const params = [{ input: inner.input, output: inner.output }]
  await provider.request({ method: 'preconf_addArtifacts', params })
  const to = await deployContract(provider, inner, 'Inner')
  const abi = solcContract(inner, 'Inner').abi as Abi
  const call = { to, data: encodeFunctionData({ abi, functionName: 'run', args: [8n] }) }
  const traced = async (...more: unknown[]) =>
    provider.request({ method: 'preconf_trace', params: [call, 'latest', ...more] })
  expect((await traced()).text).not.toContain('Inner.outer')
  const { text } = await traced({ internal: true })
  expect(text.split('\n').slice(1)).toEqual([
    '    ├─ Inner.outer (contracts/Inner.sol:6)',
    '    │   ├─ half (contracts/Inner.sol:2)',
    '    │   ├─ emit Halved(to: 4)',
    '    ├─ emit Halved(to: 0)',
    '    └─ ← [Stop]',
  ])
  await expect(traced({ inner: true })).rejects.toThrow('inner')
})

import { type Hex, parseAbi, parseEther, parseGwei } from 'viem'
import { compileFixture } from '../../../scripts/compileFixture.ts'
import { createDevnet, type DevnetOptions, type PreconfDevnet } from '../../../src/index.ts'

export const abi = parseAbi([
  'function swap(address tokenIn, uint256 amountIn, uint256 leastAmountOut, address to, uint256 deadline) returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function quote(address tokenIn, uint256 amountIn) view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
  'function approve(address spender, uint256 value)',
  'function open()',
  'function setHealth(uint256 health_)',
])

const source = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

contract Drop {
    event Opened();
    bool public isOpen;
    address[] public minters;
    function open() external { isOpen = true; emit Opened(); }
    function mint() external { require(isOpen, "closed"); minters.push(msg.sender); }
}

contract Lending {
    uint256 public health = 2e18;
    address public liquidator;
    function setHealth(uint256 health_) external { health = health_; }
    function healthOf(address) external view returns (uint256) { return health; }
    function liquidate(address) external {
        require(health < 1e18, "healthy");
        (liquidator, health) = (msg.sender, 2e18);
    }
}

contract Pair {
    address public immutable token0;
    address public immutable token1;
    uint112 private reserve0;
    uint112 private reserve1;
    constructor(address one, address other) { (token0, token1) = (one, other); }
    function getReserves() external view returns (uint112, uint112, uint32) { return (reserve0, reserve1, 0); }
    function sync() public {
        reserve0 = uint112(Token(token0).balanceOf(address(this)));
        reserve1 = uint112(Token(token1).balanceOf(address(this)));
    }
    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        if (out0 > 0) Token(token0).transfer(to, out0);
        if (out1 > 0) Token(token1).transfer(to, out1);
        uint256 now0 = Token(token0).balanceOf(address(this));
        uint256 now1 = Token(token1).balanceOf(address(this));
        uint256 in0 = now0 > reserve0 - out0 ? now0 - (reserve0 - out0) : 0;
        uint256 in1 = now1 > reserve1 - out1 ? now1 - (reserve1 - out1) : 0;
        require((now0 * 1000 - in0 * 3) * (now1 * 1000 - in1 * 3) >= uint256(reserve0) * reserve1 * 1e6, "K");
        sync();
    }
}

contract Router {
    address public immutable pair;
    constructor(address pair_) { pair = pair_; }
    function factory() external view returns (address) { return address(this); }
    function getPair(address, address) external view returns (address) { return pair; }
    function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] calldata path, address to, uint256) external {
        (uint256 one, uint256 other,) = Pair(pair).getReserves();
        bool isFirst = path[0] == Pair(pair).token0();
        (uint256 reserveIn, uint256 reserveOut) = isFirst ? (one, other) : (other, one);
        uint256 out = (amountIn * 997 * reserveOut) / (reserveIn * 1000 + amountIn * 997);
        require(out >= amountOutMin, "INSUFFICIENT_OUTPUT_AMOUNT");
        Token(path[0]).transferFrom(msg.sender, pair, amountIn);
        Pair(pair).swap(isFirst ? 0 : out, isFirst ? out : 0, to, "");
    }
}
`

const artifacts = Object.fromEntries(
  ['Drop', 'Lending', 'Pair', 'Router'].map((name) => [
    name,
    compileFixture('Market.sol', source, name),
  ]),
)

const fixture = {
  contracts: {
    drop: { artifact: artifacts.Drop, from: 'alice' },
    lending: { artifact: artifacts.Lending, from: 'alice' },
    pair: { artifact: artifacts.Pair, from: 'alice', args: ['dai', 'weth'] },
    router: { artifact: artifacts.Router, from: 'alice', args: ['pair'] },
  },
  txs: [
    // Ether is a little cheaper than at the exchange.
    { from: 'alice', call: 'dai.transfer', args: ['pair', '3000000 ether'] },
    { from: 'alice', call: 'weth.transfer', args: ['pair', '1010 ether'] },
    { from: 'alice', call: 'pair.sync' },
    { from: 'bob', call: 'dai.approve', args: ['router', '30000 ether'] },
  ],
  mine: 1,
}

/** How much bob swaps: a hundredth of what the exchange has. */
export const amount = parseEther('30000')
const fees = { maxPriorityFeePerGas: parseGwei('1'), maxFeePerGas: parseGwei('50') }
const deadline = 2n ** 64n

/** A chain with an exchange, a pair of the same tokens and a router to it, on which bob may swap. */
export async function market(options: DevnetOptions = {}) {
  const given = { clock: 'manual', mining: 'manual', ...options } as const
  const devnet = await createDevnet({ ...given, fixture: ['fixtures/dex.yaml', fixture] })
  const { publicClient, walletClient } = await devnet.clients()
  const names = devnet.fixture as {
    readonly accounts: Readonly<Record<string, { readonly address: Hex } | undefined>>
    readonly contracts: Readonly<Record<string, { readonly address: Hex } | undefined>>
  }
  const addressOf = (name: string) =>
    (names.accounts[name] ?? names.contracts[name])?.address ?? '0x'
  const bob = addressOf('bob')
  const [dai, weth, exchange, router] = ['dai', 'weth', 'exchange', 'router'].map(addressOf) as [
    Hex,
    Hex,
    Hex,
    Hex,
  ]
  const swapAt = (least: bigint) => ({
    account: bob,
    address: exchange,
    abi,
    functionName: 'swap' as const,
    args: [dai, amount, least, bob, deadline] as const,
    gas: 300_000n,
    chain: null,
    ...fees,
  })
  return {
    devnet,
    publicClient,
    walletClient,
    addressOf,
    fees,
    swapAt,
    /** What the exchange quotes for it now. */
    quoted: await publicClient.readContract({
      address: exchange,
      abi,
      functionName: 'quote',
      args: [dai, amount],
    }),
    swap: (least: bigint) => walletClient.writeContract(swapAt(least)),
    /** The same through the router. */
    swapRouted: (least: bigint) =>
      walletClient.writeContract({
        account: bob,
        address: router,
        abi,
        functionName: 'swapExactTokensForTokens',
        args: [amount, least, [dai, weth], bob, deadline],
        gas: 300_000n,
        chain: null,
        ...fees,
      }),
    /** Bob's ether tokens. */
    held: () =>
      publicClient.readContract({ address: weth, abi, functionName: 'balanceOf', args: [bob] }),
    [Symbol.asyncDispose]: () => devnet.close(),
  }
}

/** Seals a block, and returns the hashes of its transactions. */
export async function sealed(devnet: PreconfDevnet): Promise<readonly Hex[]> {
  const { number } = await devnet.seal()
  const params = [`0x${number.toString(16)}`, false]
  const { transactions } = await devnet.provider.request({ method: 'eth_getBlockByNumber', params })
  return transactions
}

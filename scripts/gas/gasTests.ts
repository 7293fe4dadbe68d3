/** A call of the contract `Shop`. */
interface GasCall {
  readonly function: string
  /** Types of the arguments. */
  readonly types: readonly ('uint256' | 'string')[]
  readonly args: readonly (number | string)[]
  readonly value?: number
}

export interface GasTest {
  /** As forge wants it: `testAdd`. */
  readonly name: string
  readonly calls: readonly GasCall[]
}

/** What the cases are about: storage with and without refunds, creations, events, memory, ether. */
export const shopSource = `pragma solidity ^0.8.0;
contract Shelf { uint public size = 3; constructor(uint by) payable { size *= by; } }
contract Shop {
  event Sold(address indexed to, uint amount, string note);
  uint immutable price;
  uint public total;
  mapping(uint => uint) sold;
  string note;
  Shelf[] shelves;
  constructor(uint start) { price = start; total = start; }
  function sell(uint amount) external { total += amount; sold[amount]++; }
  function sell(uint amount, string calldata why) external payable {
    sold[amount] += msg.value;
    note = why;
    emit Sold(msg.sender, amount * price, why);
  }
  function forget(uint amount) external { delete sold[amount]; delete total; }
  function build(uint by) external { shelves.push(new Shelf(by)); }
  function loop(uint times) external {
    uint[] memory list = new uint[](times);
    for (uint i = 0; i < times; i++) list[i] = uint(keccak256(abi.encode(i, total)));
    total = list.length;
  }
}
`

const [one, two] = [['uint256'], ['uint256', 'string']] as const

const call = (name: string, ...args: readonly number[]): GasCall => ({
  function: name,
  types: one,
  args,
})

export const gasTests: readonly GasTest[] = [
  { name: 'testSell', calls: [call('sell', 5), call('sell', 256), call('sell', 5)] },
  {
    name: 'testSellWithNote',
    calls: [
      { function: 'sell', types: two, args: [7, 'short'], value: 3 },
      { function: 'sell', types: two, args: [7, 'long '.repeat(20)] },
    ],
  },
  { name: 'testForget', calls: [call('sell', 9), call('forget', 9)] },
  { name: 'testForgetNothing', calls: [call('forget', 1)] },
  { name: 'testBuild', calls: [call('build', 2), call('build', 3)] },
  { name: 'testLoop', calls: [call('loop', 10), call('loop', 100)] },
]

/** The same calls as tests of forge. */
export const testSource = `pragma solidity ^0.8.0;
import { Shop } from "../src/Shop.sol";
contract ShopTest {
  Shop shop;
  function setUp() public { shop = new Shop(4); }
${gasTests
  .map(({ name, calls }) => `  function ${name}() public { ${calls.map(inSolidity).join(' ')} }`)
  .join('\n')}
}
`

function inSolidity({ function: name, args, value }: GasCall): string {
  const ether = value === undefined ? '' : `{ value: ${value} }`
  return `shop.${name}${ether}(${args.map((arg) => JSON.stringify(arg)).join(', ')});`
}

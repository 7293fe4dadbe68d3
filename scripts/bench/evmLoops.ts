import { type Abi, encodeFunctionData, type Hex } from 'viem'
import { compileFixture } from '../compileFixture.ts'

const source = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Loops {
    mapping(uint256 => uint256) private stored;
    mapping(address => uint256) private balances;

    function arithmetic(uint256 rounds) external pure returns (uint256 result) {
        unchecked {
            result = 1;
            for (uint256 i = 0; i < rounds; i++) result = result * 3 + (i ^ (result >> 7));
        }
    }

    function wideArithmetic(uint256 rounds) external pure returns (uint256 result) {
        unchecked {
            uint256 modulus = type(uint256).max - 188;
            result = 7;
            for (uint256 i = 1; i <= rounds; i++) result = mulmod(result, result + i, modulus) / i + result % modulus;
        }
    }

    function sort(uint256 count) external pure returns (uint256) {
        uint256[] memory items = new uint256[](count);
        uint256 seed = 1;
        for (uint256 i = 0; i < count; i++) {
            seed = (seed * 1103515245 + 12345) % 2147483648;
            items[i] = seed;
        }
        for (uint256 i = 1; i < count; i++) {
            uint256 item = items[i];
            uint256 j = i;
            while (j > 0 && items[j - 1] > item) {
                items[j] = items[j - 1];
                j--;
            }
            items[j] = item;
        }
        return items[count / 2];
    }

    function hash(uint256 rounds) external pure returns (bytes32 result) {
        for (uint256 i = 0; i < rounds; i++) result = keccak256(abi.encodePacked(result, i));
    }

    function store(uint256 rounds) external returns (uint256 sum) {
        for (uint256 i = 0; i < rounds; i++) {
            stored[i & 63] += i;
            sum += stored[(i * 7) & 63];
        }
    }

    function call(uint256 rounds) external view returns (uint256 sum) {
        for (uint256 i = 0; i < rounds; i++) sum += this.echo(i);
    }

    function echo(uint256 value) external pure returns (uint256) {
        return value;
    }

    function transfer(uint256 rounds) external {
        balances[msg.sender] = 1 ether;
        for (uint256 i = 0; i < rounds; i++) this.pay(address(uint160(1000 + (i & 15))), 1);
    }

    event Paid(address indexed from, address indexed to, uint256 amount);

    function pay(address to, uint256 amount) external {
        unchecked { balances[msg.sender] -= 0; }
        balances[to] += amount;
        emit Paid(msg.sender, to, amount);
    }
}
`

const { abi, deployedBytecode } = compileFixture('Loops.sol', source, 'Loops')

export const loopsAbi = abi as Abi
export const loopsCode = deployedBytecode as Hex

/** What is run, and how often. */
export interface Loop {
  readonly name: string
  readonly data: Hex
}

function loop(name: string, functionName: string, rounds: bigint): Loop {
  return {
    name,
    data: encodeFunctionData({ abi: loopsAbi, functionName, args: [rounds] }),
  }
}

export const loops: readonly Loop[] = [
  loop('arithmetic', 'arithmetic', 400_000n),
  loop('wide arithmetic', 'wideArithmetic', 150_000n),
  loop('sorting in memory', 'sort', 600n),
  loop('keccak', 'hash', 40_000n),
  loop('storage', 'store', 60_000n),
  loop('calls', 'call', 20_000n),
  loop('payments', 'transfer', 8_000n),
]

/** Those that use up whatever gas they get, without much memory. */
export const endlessLoops: readonly Loop[] = [
  loop('arithmetic', 'arithmetic', 10n ** 12n),
  loop('keccak', 'hash', 10n ** 12n),
  loop('storage', 'store', 10n ** 12n),
  loop('calls', 'call', 10n ** 12n),
  loop('payments', 'transfer', 10n ** 12n),
]

/** Runs no loop. */
export const smallCall: Loop = loop('small', 'echo', 1n)

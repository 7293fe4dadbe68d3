import type { Hex } from '../../src/lib/hex.ts'

/** What is run of the contracts below. */
export interface CoverageStep {
  readonly contract: string
  /** None: it is deployed. */
  readonly function?: string
  readonly args?: readonly unknown[]
  /** Calldata in place of a function and its arguments. */
  readonly data?: Hex
  readonly value?: number
  /** Whether it is an `eth_call`. */
  readonly isCall?: boolean
}

export const coverageSources = {
  'contracts/Till.sol': `pragma solidity ^0.8.0;

abstract contract Owned {
  address owner;

  constructor() {
    owner = msg.sender;
  }

  modifier onlyOwner() {
    require(msg.sender == owner, "not the owner");
    _;
  }

  function fee() public view virtual returns (uint);
}

contract Till is Owned {
  event Put(uint amount);
  error Empty(uint asked);
  uint public total;
  uint[] kept;
  mapping(uint => uint) sold;

  constructor(uint start) {
    total = start;
  }

  receive() external payable {
    total += msg.value;
  }

  fallback() external {
    total = 0;
  }

  function fee() public view override returns (uint) {
    return total / 100;
  }

  function put(uint amount) external onlyOwner {
    uint part = amount / 2;
    if (part > 10) {
      total += part;
      emit Put(part);
    } else if (part > 5) {
      total += 5;
    } else {
      total += 1;
    }
    (uint one, uint two) = halves(amount);
    kept.push(one + two);
  }

  function take(uint amount) external {
    if (amount > total) {
      revert Empty(amount);
    }
    total -= amount;
  }

  function loops(uint times) external returns (uint sum) {
    for (uint i = 0; i < times; i++) {
      if (i == 3) {
        continue;
      }
      sum += i;
    }
    uint left = times;
    while (left > 0) {
      left--;
      if (left == 2) {
        break;
      }
    }
    do {
      left++;
    } while (left < 3);
    unchecked {
      sum -= 1;
    }
    sold[sum] = left;
    delete sold[0];
  }

  function tries() external view returns (uint) {
    try this.fee() returns (uint due) {
      return due;
    } catch Error(string memory) {
      return 1;
    } catch {
      return 2;
    }
  }

  function halves(uint amount) internal pure returns (uint, uint) {
    return (
      amount / 2,
      amount - amount / 2
    );
  }

  function never(uint amount) external {
    total = amount;
    require(
      amount > 5,
      "few"
    );
    total = amount > 7 ? 1 : 2;
  }

  function nothing() external {}
}
`,
  'contracts/Math.sol': `pragma solidity ^0.8.0;

library Sums {
  function add(uint a, uint b) internal pure returns (uint) {
    return a + b;
  }

  function twice(uint a) public pure returns (uint) {
    return add(a, a);
  }
}

function free(uint a) pure returns (uint) {
  return a + 1;
}

contract Uses {
  uint public last;

  function plain(uint a) external {
    last = Sums.add(a, free(a));
  }

  function shifts(uint a) external {
    assembly {
      sstore(0, shl(1, a))
    }
    last = last;
  }

  function early(uint a) external pure returns (string memory) {
    if (a == 1) return "one";
    return "many";
  }
}
`,
  'contracts/Unused.sol': `pragma solidity ^0.8.0;

contract Unused {
  uint number;

  function set(uint to) external {
    number = to;
  }
}
`,
} as const

export const coverageSteps: readonly CoverageStep[] = [
  { contract: 'Till', args: [100] },
  { contract: 'Till', function: 'put', args: [50] },
  { contract: 'Till', function: 'put', args: [3] },
  { contract: 'Till', function: 'loops', args: [4] },
  { contract: 'Till', data: '0x', value: 5 },
  { contract: 'Till', function: 'take', args: [1] },
  { contract: 'Till', function: 'fee', args: [], isCall: true },
  { contract: 'Till', function: 'nothing', args: [] },
  { contract: 'Uses', args: [] },
  { contract: 'Uses', function: 'plain', args: [1] },
  { contract: 'Uses', function: 'shifts', args: [4] },
  { contract: 'Uses', function: 'early', args: [4], isCall: true },
  { contract: 'Till', function: 'tries', args: [], isCall: true },
]

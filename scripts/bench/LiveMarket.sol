// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Coin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(address holder) {
        balanceOf[holder] = 1e30;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

contract Fees {
    uint256 public rate = 30;
    mapping(address => uint256) public discount;

    function feeOf(address trader) external view returns (uint256) {
        return rate - discount[trader];
    }
}

contract Oracle {
    uint256 public price;
    uint256 public updatedAt;

    function note(uint256 price_) external {
        price = price_;
        updatedAt = block.timestamp;
    }
}

/// What pairs have in common; each is a proxy that has its slots.
contract PairLogic {
    address public logic;
    Coin public coin0;
    Coin public coin1;
    uint256 public reserve0;
    uint256 public reserve1;
    Oracle public oracle;

    function initialize(Coin coin0_, Coin coin1_, Oracle oracle_) external {
        (coin0, coin1, oracle) = (coin0_, coin1_, oracle_);
    }

    function sync() external {
        reserve0 = coin0.balanceOf(address(this));
        reserve1 = coin1.balanceOf(address(this));
    }

    function swap(uint256 fee, address to) external returns (uint256 out) {
        uint256 given = coin0.balanceOf(address(this)) - reserve0;
        uint256 counted = given * (10000 - fee);
        out = counted * reserve1 / (reserve0 * 10000 + counted);
        require(coin1.transfer(to, out));
        reserve0 += given;
        reserve1 = coin1.balanceOf(address(this));
        oracle.note(reserve1 * 1e18 / reserve0);
    }
}

contract PairProxy {
    address public logic;

    constructor(address logic_) {
        logic = logic_;
    }

    fallback() external payable {
        (bool isDone, bytes memory answer) = logic.delegatecall(msg.data);
        require(isDone);
        assembly {
            return(add(answer, 32), mload(answer))
        }
    }
}

contract Factory {
    Fees public fees;
    mapping(address => mapping(address => address)) public pairOf;

    constructor(Fees fees_) {
        fees = fees_;
    }

    function register(address coin0, address coin1, address pair) external {
        pairOf[coin0][coin1] = pair;
    }
}

contract Router {
    Factory immutable factory;

    constructor(Factory factory_) {
        factory = factory_;
    }

    function swap(Coin coin0, Coin coin1, uint256 given) external returns (uint256 out) {
        address pair = factory.pairOf(address(coin0), address(coin1));
        require(coin0.transferFrom(msg.sender, pair, given));
        out = PairLogic(pair).swap(factory.fees().feeOf(msg.sender), msg.sender);
        require(out > 0);
    }
}

/// Six slots of its own, and six of another.
contract Ledger {
    uint256[6] public values;
    Ledger immutable other;

    constructor(Ledger other_) {
        other = other_;
        for (uint256 at = 0; at < 6; at++) values[at] = at + 1;
    }

    function total() public view returns (uint256 sum) {
        for (uint256 at = 0; at < 6; at++) sum += values[at];
        if (address(other) != address(0)) sum += other.total();
    }
}

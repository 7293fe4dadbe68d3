// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {PriceMath} from "PriceMath.sol";

interface Token {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

interface Caller {
    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata data) external;
}

/// A pool that swaps as Uniswap v3's pools do, with one position over the whole range of prices.
contract PoolV3 {
    event Swap(
        address indexed sender,
        address indexed recipient,
        int256 amount0,
        int256 amount1,
        uint160 sqrtPriceX96,
        uint128 liquidity,
        int24 tick
    );

    struct Observation {
        uint32 time;
        int56 tickCumulative;
        uint160 secondsPerLiquidityCumulativeX128;
    }

    uint160 private constant minSqrtPrice = 4295128739;
    uint160 private constant maxSqrtPrice = 1461446703485210103287273052203988822378723970342;

    address public token0;
    address public token1;
    address public factory;
    uint24 public fee;
    int24 public constant tickSpacing = 60;
    uint128 public liquidity;
    uint160 private sqrtPrice;
    int24 private tick;
    bool private isLocked;
    Observation[] private kept;

    /// The observations begin at `time`, with the same price since.
    constructor(
        address token0_,
        address token1_,
        uint24 fee_,
        uint128 liquidity_,
        uint160 sqrtPrice_,
        uint32 time
    ) {
        (token0, token1, fee, liquidity) = (token0_, token1_, fee_, liquidity_);
        (sqrtPrice, tick) = (sqrtPrice_, PriceMath.tickAt(sqrtPrice_));
        kept.push(Observation(time, 0, 0));
    }

    function slot0()
        external
        view
        returns (uint160, int24, uint16, uint16, uint16, uint8, bool)
    {
        uint16 last = uint16(kept.length - 1);
        return (sqrtPrice, tick, last, last + 1, last + 1, 0, !isLocked);
    }

    function observations(uint256 index) external view returns (uint32, int56, uint160, bool) {
        if (index >= kept.length) return (0, 0, 0, false);
        Observation storage one = kept[index];
        return (one.time, one.tickCumulative, one.secondsPerLiquidityCumulativeX128, true);
    }

    /// All observations are kept.
    function increaseObservationCardinalityNext(uint16) external {}

    function observe(uint32[] calldata secondsAgos)
        external
        view
        returns (int56[] memory ticks, uint160[] memory secondsPerLiquidity)
    {
        ticks = new int56[](secondsAgos.length);
        secondsPerLiquidity = new uint160[](secondsAgos.length);
        for (uint256 index; index < secondsAgos.length; index++) {
            Observation memory one = observedAt(uint32(block.timestamp) - secondsAgos[index]);
            ticks[index] = one.tickCumulative;
            secondsPerLiquidity[index] = one.secondsPerLiquidityCumulativeX128;
        }
    }

    /// Negative amounts are of what comes out.
    function swap(
        address recipient,
        bool zeroForOne,
        int256 amountSpecified,
        uint160 sqrtPriceLimitX96,
        bytes calldata data
    ) external returns (int256 amount0, int256 amount1) {
        require(!isLocked, "LOK");
        require(amountSpecified != 0, "AS");
        require(
            zeroForOne
                ? sqrtPriceLimitX96 < sqrtPrice && sqrtPriceLimitX96 > minSqrtPrice
                : sqrtPriceLimitX96 > sqrtPrice && sqrtPriceLimitX96 < maxSqrtPrice,
            "SPL"
        );
        isLocked = true;
        observeNow();
        uint160 next = nextPrice(zeroForOne, amountSpecified, sqrtPriceLimitX96);
        uint256 given = amountBetween(next, zeroForOne, true);
        uint256 taken = amountBetween(next, !zeroForOne, false);
        if (amountSpecified < 0 && taken > uint256(-amountSpecified)) {
            taken = uint256(-amountSpecified);
        }
        if (amountSpecified > 0 && next != sqrtPriceLimitX96) given = uint256(amountSpecified);
        else given += PriceMath.mulDivUp(given, fee, 1e6 - fee);
        (sqrtPrice, tick) = (next, PriceMath.tickAt(next));
        (amount0, amount1) = zeroForOne
            ? (int256(given), -int256(taken))
            : (-int256(taken), int256(given));
        settle(recipient, zeroForOne, amount0, amount1, data);
        emit Swap(msg.sender, recipient, amount0, amount1, next, liquidity, tick);
        isLocked = false;
    }

    function settle(
        address recipient,
        bool zeroForOne,
        int256 amount0,
        int256 amount1,
        bytes calldata data
    ) private {
        (address paid, address taken) = zeroForOne ? (token0, token1) : (token1, token0);
        (int256 due, int256 out) = zeroForOne ? (amount0, amount1) : (amount1, amount0);
        if (out < 0) Token(taken).transfer(recipient, uint256(-out));
        uint256 before = Token(paid).balanceOf(address(this));
        Caller(msg.sender).uniswapV3SwapCallback(amount0, amount1, data);
        require(Token(paid).balanceOf(address(this)) >= before + uint256(due), "IIA");
    }

    /// The price after the amount, or the limit where that comes first.
    function nextPrice(bool zeroForOne, int256 amountSpecified, uint160 limit)
        private
        view
        returns (uint160)
    {
        bool isIn = amountSpecified > 0;
        uint256 amount = isIn
            ? PriceMath.mulDiv(uint256(amountSpecified), 1e6 - fee, 1e6)
            : uint256(-amountSpecified);
        if (amount >= amountBetween(limit, zeroForOne == isIn, isIn)) return limit;
        if (zeroForOne == isIn) {
            // token0: L / sqrt(P) changes by the amount
            uint256 base = uint256(liquidity) << 96;
            if (amount < 1 << 95) {
                uint256 change = amount * sqrtPrice;
                uint256 changed = isIn ? base + change : base - change;
                return uint160(PriceMath.mulDivUp(base, sqrtPrice, changed));
            }
            uint256 inverse = base / sqrtPrice;
            return uint160((base - 1) / (isIn ? inverse + amount : inverse - amount) + 1);
        }
        if (isIn) return uint160(sqrtPrice + PriceMath.mulDiv(amount, 1 << 96, liquidity));
        return uint160(sqrtPrice - PriceMath.mulDivUp(amount, 1 << 96, liquidity));
    }

    /// How much of a token the price takes to get from where it is to another.
    function amountBetween(uint160 other, bool isToken0, bool isUp) private view returns (uint256) {
        (uint256 low, uint256 high) =
            other < sqrtPrice ? (other, sqrtPrice) : (sqrtPrice, other);
        if (!isToken0) {
            return isUp
                ? PriceMath.mulDivUp(liquidity, high - low, 1 << 96)
                : PriceMath.mulDiv(liquidity, high - low, 1 << 96);
        }
        uint256 base = uint256(liquidity) << 96;
        return isUp
            ? (PriceMath.mulDivUp(base, high - low, high) + low - 1) / low
            : PriceMath.mulDiv(base, high - low, high) / low;
    }

    function observeNow() private {
        Observation memory now_ = observedAt(uint32(block.timestamp));
        if (now_.time != kept[kept.length - 1].time) kept.push(now_);
    }

    function observedAt(uint32 time) private view returns (Observation memory one) {
        require(time >= kept[0].time, "OLD");
        uint256 low;
        uint256 high = kept.length - 1;
        while (low < high) {
            uint256 middle = (low + high + 1) / 2;
            if (kept[middle].time <= time) low = middle;
            else high = middle - 1;
        }
        one = kept[low];
        uint32 passed = time - one.time;
        if (passed == 0) return one;
        int56 rate = tick;
        uint256 perSecond = (uint256(1) << 128) / liquidity;
        if (low + 1 < kept.length) {
            Observation memory next = kept[low + 1];
            uint32 span = next.time - one.time;
            rate = (next.tickCumulative - one.tickCumulative) / int56(uint56(span));
        }
        one.time = time;
        one.tickCumulative += rate * int56(uint56(passed));
        one.secondsPerLiquidityCumulativeX128 += uint160(perSecond * passed);
    }
}

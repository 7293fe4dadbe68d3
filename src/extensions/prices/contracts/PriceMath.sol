// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

library PriceMath {
    /// a * b / divisor, rounded down, where the product may have 512 bits.
    function mulDiv(uint256 a, uint256 b, uint256 divisor) internal pure returns (uint256) {
        unchecked {
            uint256 low = a * b;
            uint256 mixed = mulmod(a, b, type(uint256).max);
            uint256 high = mixed - low - (mixed < low ? 1 : 0);
            if (high == 0) return low / divisor;
            require(high < divisor, "the quotient has more than 256 bits");
            uint256 remainder = mulmod(a, b, divisor);
            if (remainder > low) high--;
            low -= remainder;
            // Powers of two have no inverse.
            uint256 twos = divisor & (0 - divisor);
            divisor /= twos;
            low = low / twos | high * ((0 - twos) / twos + 1);
            // Correct in 4 bits, and twice as many each time.
            uint256 inverse = (3 * divisor) ^ 2;
            for (uint256 bits = 4; bits < 256; bits *= 2) inverse *= 2 - divisor * inverse;
            return low * inverse;
        }
    }

    function mulDivUp(uint256 a, uint256 b, uint256 divisor) internal pure returns (uint256) {
        return mulDiv(a, b, divisor) + (mulmod(a, b, divisor) > 0 ? 1 : 0);
    }

    /// The largest tick whose price is at most that one: the price of tick n is 1.0001^n.
    function tickAt(uint160 sqrtPriceX96) internal pure returns (int24) {
        int24 low = -887272;
        int24 high = 887272;
        while (low < high) {
            int24 middle = low + (high - low + 1) / 2;
            if (sqrtPriceAt(middle) <= sqrtPriceX96) low = middle;
            else high = middle - 1;
        }
        return low;
    }

    function sqrtPriceAt(int24 tick) private pure returns (uint256) {
        uint256 ratio = 1 << 128;
        // 1.0001^-0.5, and its squares
        uint256 power = 0xfffcb933bd6fad37aa2d162d1a594001;
        for (uint24 rest = uint24(tick < 0 ? -tick : tick); rest > 0; rest >>= 1) {
            if (rest & 1 == 1) ratio = (ratio * power) >> 128;
            power = (power * power) >> 128;
        }
        if (tick > 0) ratio = type(uint256).max / ratio;
        return (ratio + type(uint32).max) >> 32;
    }
}

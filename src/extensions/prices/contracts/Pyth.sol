// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Prices by id that answer as Pyth does. A live price that the mover has given is as new as the block; one that came
/// by `updatePriceFeeds` is as old as it says. Over Pyth's contract on a live chain, the code at `original` answers for
/// ids that were never given here.
contract Pyth {
    struct Price {
        int64 price;
        uint64 conf;
        int32 expo;
        uint256 publishTime;
    }

    struct PriceFeed {
        bytes32 id;
        Price price;
        Price emaPrice;
    }

    struct Stored {
        /// 0: live. Bit 64: paused. The lower bits: the time after which it was not published.
        uint256 rules;
        int64 price;
        uint64 conf;
        int64 emaPrice;
        int32 expo;
        bool isMoved;
        uint64 time;
    }

    event PriceFeedUpdate(bytes32 indexed id, uint64 publishTime, int64 price, uint64 conf);

    error PriceFeedNotFound();
    error StalePrice();
    error InsufficientFee();
    error InvalidUpdateData();

    bytes32 private constant place = keccak256("preconf.pyth");
    address private constant mover = address(uint160(uint256(keccak256("preconf price mover"))));
    /// Wei for each update.
    uint256 private constant fee = 1;

    /// With the first price that is given here.
    constructor(
        address original_,
        bytes32 id,
        int64 price,
        uint64 conf,
        int32 expo,
        uint64 time
    ) {
        bytes32 slot = place;
        assembly {
            sstore(slot, original_)
        }
        publish(id, price, conf, expo, time, true);
    }

    /// Does nothing while the price is stale or paused.
    function update(bytes32 id, int64 price, uint64 conf, int32 expo) external {
        require(msg.sender == mover, "only the price mover updates");
        if (entry(id).rules == 0) publish(id, price, conf, expo, uint64(block.timestamp), true);
    }

    /// Takes encoded `PriceFeed` values, as Pyth's mock does. Signed data of Pyth's own are for the original, and
    /// change nothing where there is none.
    function updatePriceFeeds(bytes[] calldata updates) public payable {
        if (updates.length > 0 && isSigned(updates[0])) delegate();
        if (msg.value < fee * updates.length) revert InsufficientFee();
        for (uint256 index; index < updates.length; index++) {
            if (isSigned(updates[index])) continue;
            if (updates[index].length != 288) revert InvalidUpdateData();
            PriceFeed memory given = abi.decode(updates[index], (PriceFeed));
            Stored storage stored = entry(given.id);
            Price memory price = given.price;
            if (stored.rules != 0 || price.publishTime <= stored.time) continue;
            publish(given.id, price.price, price.conf, price.expo, uint64(price.publishTime), false);
            stored.emaPrice = given.emaPrice.price;
        }
    }

    function updatePriceFeedsIfNecessary(
        bytes[] calldata updates,
        bytes32[] calldata,
        uint64[] calldata
    ) external payable {
        updatePriceFeeds(updates);
    }

    function getUpdateFee(bytes[] calldata updates) external returns (uint256) {
        if (updates.length > 0 && isSigned(updates[0])) delegate();
        return fee * updates.length;
    }

    function getValidTimePeriod() external returns (uint256) {
        delegate();
        return 60;
    }

    function priceFeedExists(bytes32 id) external returns (bool) {
        if (entry(id).time == 0) delegate();
        return entry(id).time > 0;
    }

    function queryPriceFeed(bytes32 id) external returns (PriceFeed memory) {
        return PriceFeed(id, newest(id, false), newest(id, true));
    }

    function getPrice(bytes32 id) external returns (Price memory) {
        return notOlder(id, 60, false);
    }

    function getEmaPrice(bytes32 id) external returns (Price memory) {
        return notOlder(id, 60, true);
    }

    function getPriceUnsafe(bytes32 id) external returns (Price memory) {
        return newest(id, false);
    }

    function getEmaPriceUnsafe(bytes32 id) external returns (Price memory) {
        return newest(id, true);
    }

    function getPriceNoOlderThan(bytes32 id, uint256 age) external returns (Price memory) {
        return notOlder(id, age, false);
    }

    function getEmaPriceNoOlderThan(bytes32 id, uint256 age) external returns (Price memory) {
        return notOlder(id, age, true);
    }

    receive() external payable {
        delegate();
        revert();
    }

    fallback() external payable {
        delegate();
        revert();
    }

    function publish(bytes32 id, int64 price, uint64 conf, int32 expo, uint64 time, bool isMoved)
        private
    {
        Stored storage stored = entry(id);
        int256 ema = stored.time == 0 || stored.expo != expo ? price : stored.emaPrice;
        // An hour makes it the price.
        uint256 passed = time < stored.time ? 0 : time - stored.time;
        ema += ((price - ema) * int256(passed < 3600 ? passed : 3600)) / 3600;
        stored.price = price;
        stored.conf = conf;
        stored.emaPrice = int64(ema);
        stored.expo = expo;
        stored.time = time;
        stored.isMoved = isMoved;
        emit PriceFeedUpdate(id, time, price, conf);
    }

    function newest(bytes32 id, bool isEma) private returns (Price memory) {
        Stored storage stored = entry(id);
        if (stored.time == 0) {
            delegate();
            revert PriceFeedNotFound();
        }
        require(stored.rules >> 64 == 0, "the feed is paused");
        uint256 time = stored.rules != 0
            ? uint64(stored.rules)
            : stored.isMoved ? block.timestamp : stored.time;
        return Price(isEma ? stored.emaPrice : stored.price, stored.conf, stored.expo, time);
    }

    function notOlder(bytes32 id, uint256 age, bool isEma) private returns (Price memory price) {
        price = newest(id, isEma);
        uint256 time = price.publishTime;
        uint256 gap = time > block.timestamp ? time - block.timestamp : block.timestamp - time;
        if (gap > age) revert StalePrice();
    }

    function isSigned(bytes calldata data) private pure returns (bool) {
        return bytes4(data) == "PNAU";
    }

    function entry(bytes32 id) private pure returns (Stored storage stored) {
        bytes32 slot = keccak256(abi.encode(id, place));
        assembly {
            stored.slot := slot
        }
    }

    /// Answers with the code that was here before, if there was some.
    function delegate() private {
        bytes32 slot = place;
        assembly {
            let original := sload(slot)
            if original {
                calldatacopy(0, 0, calldatasize())
                let isDone := delegatecall(gas(), original, 0, calldatasize(), 0, 0)
                returndatacopy(0, 0, returndatasize())
                if isDone { return(0, returndatasize()) }
                revert(0, returndatasize())
            }
        }
    }
}

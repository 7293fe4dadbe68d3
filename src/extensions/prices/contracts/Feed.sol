// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// A price feed that answers as Chainlink's proxies and aggregators do. Between two updates a live feed repeats the
/// last answer at each heartbeat, in a round of its own and without a transaction. Over an aggregator of a live chain
/// it answers from its first round on, and the code at `original` answers everything else.
contract Feed {
    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);
    event NewRound(uint256 indexed roundId, address indexed startedBy, uint256 startedAt);

    struct Answer {
        int256 answer;
        uint64 round;
        uint64 time;
    }

    struct Data {
        /// 0: live. Bit 64: paused. The lower bits: the time after which there were no heartbeats.
        uint256 rules;
        address original;
        uint8 decimals;
        /// In seconds; 0: no heartbeats, and rounds begin when the answer changes.
        uint64 heartbeat;
        string description;
        Answer[] answers;
    }

    bytes32 private constant place = keccak256("preconf.feed");
    address private constant mover = address(uint160(uint256(keccak256("preconf price mover"))));
    uint256 private constant phase = 1 << 64;

    constructor(
        address original_,
        uint8 decimals_,
        uint64 heartbeat_,
        string memory description_,
        int256 answer,
        uint64 round,
        uint64 time
    ) {
        Data storage data = stored();
        data.original = original_;
        data.decimals = decimals_;
        data.heartbeat = heartbeat_;
        data.description = description_;
        data.answers.push(Answer(answer, round, time));
    }

    /// Does nothing while the feed is stale or paused.
    function update(int256 answer) external {
        require(msg.sender == mover, "only the price mover updates");
        Data storage data = stored();
        if (data.rules != 0) return;
        (uint256 last,,) = latest();
        uint64 round = uint64(last) + 1;
        data.answers.push(Answer(answer, round, uint64(block.timestamp)));
        emit NewRound(round, msg.sender, block.timestamp);
        emit AnswerUpdated(answer, round, block.timestamp);
    }

    function latestRoundData()
        external
        view
        returns (uint80, int256, uint256, uint256, uint80)
    {
        (uint256 round, int256 answer, uint256 time) = latest();
        return (id(round), answer, time, time, id(round));
    }

    function getRoundData(uint80 roundId)
        external
        returns (uint80, int256, uint256, uint256, uint80)
    {
        (int256 answer, uint256 time) = found(roundId);
        return (roundId, answer, time, time, roundId);
    }

    function latestAnswer() external view returns (int256 answer) {
        (, answer,) = latest();
    }

    function latestTimestamp() external view returns (uint256 time) {
        (,, time) = latest();
    }

    function latestRound() external view returns (uint256) {
        (uint256 round,,) = latest();
        return id(round);
    }

    function getAnswer(uint256 roundId) external returns (int256 answer) {
        (answer,) = found(roundId);
    }

    function getTimestamp(uint256 roundId) external returns (uint256 time) {
        (, time) = found(roundId);
    }

    function decimals() external returns (uint8) {
        delegate();
        return stored().decimals;
    }

    function description() external returns (string memory) {
        delegate();
        return stored().description;
    }

    function version() external returns (uint256) {
        delegate();
        return 4;
    }

    /// Proxy and aggregator are one contract here.
    function aggregator() external returns (address) {
        delegate();
        return address(this);
    }

    function phaseId() external returns (uint16) {
        delegate();
        return 1;
    }

    receive() external payable {
        delegate();
        revert();
    }

    fallback() external payable {
        delegate();
        revert();
    }

    function latest() private view returns (uint256 round, int256 answer, uint256 time) {
        Data storage data = stored();
        uint256 rules = data.rules;
        require(rules >> 64 == 0, "the feed is paused");
        Answer storage last = data.answers[data.answers.length - 1];
        (round, answer, time) = (last.round, last.answer, last.time);
        uint256 end = rules == 0 ? block.timestamp : uint64(rules);
        if (end < time) {
            if (rules != 0) time = end;
        } else if (data.heartbeat > 0) {
            uint256 beats = (end - time) / data.heartbeat;
            round += beats;
            time += beats * data.heartbeat;
        }
    }

    function found(uint256 roundId) private returns (int256, uint256) {
        Data storage data = stored();
        Answer[] storage answers = data.answers;
        (uint256 round,,) = latest();
        uint256 wanted = uint64(roundId);
        if (wanted < answers[0].round) delegate();
        bool isKnown = wanted >= answers[0].round && wanted <= round;
        require(isKnown && roundId >> 64 <= 1, "No data present");
        uint256 low;
        uint256 high = answers.length - 1;
        while (low < high) {
            uint256 middle = (low + high + 1) / 2;
            if (answers[middle].round <= wanted) low = middle;
            else high = middle - 1;
        }
        Answer storage answer = answers[low];
        return (answer.answer, answer.time + (wanted - answer.round) * data.heartbeat);
    }

    /// An aggregator's rounds have no phase, a proxy's do.
    function id(uint256 round) private view returns (uint80) {
        return uint80(stored().original == address(0) ? phase | round : round);
    }

    /// Answers with the code of the aggregator that was here before, if there was one.
    function delegate() private {
        address original = stored().original;
        if (original == address(0)) return;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let isDone := delegatecall(gas(), original, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            if isDone { return(0, returndatasize()) }
            revert(0, returndatasize())
        }
    }

    function stored() private pure returns (Data storage data) {
        bytes32 slot = place;
        assembly {
            data.slot := slot
        }
    }
}

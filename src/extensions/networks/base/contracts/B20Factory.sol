// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {B20_FACTORY, Native} from "./Native.sol";

interface IBootstrap {
    /// Gives something, so that Solidity does not look whether there is code.
    function bootstrap(
        string calldata name,
        string calldata symbol,
        address admin,
        uint8 decimals,
        string calldata currency,
        bytes[] calldata initCalls
    ) external returns (bool);
}

/// Makes B20 tokens, at 0xB20f…0000.
contract B20Factory is Native {
    struct AssetParams {
        uint8 version;
        string name;
        string symbol;
        address initialAdmin;
        uint8 decimals;
    }

    struct StablecoinParams {
        uint8 version;
        string name;
        string symbol;
        address initialAdmin;
        string currency;
    }

    struct StablecoinEvent {
        uint8 version;
        string currency;
    }

    error TokenAlreadyExists(address token);
    error InvalidVariant();
    error UnsupportedVersion(uint8 version, uint8 variant);
    error MissingRequiredField(string field);
    error InvalidCurrency(string code);
    error InvalidDecimals(uint8 decimals);

    event B20Created(
        address indexed token,
        uint8 indexed variant,
        string name,
        string symbol,
        uint8 decimals,
        bytes variantEventParams
    );

    /// keccak256("base.b20_asset") and keccak256("base.b20_stablecoin")
    bytes32 private constant ASSET =
        0xcdcc772fe4cbdb1029f822861176d09e646db96723d4c1e82ddfdeb8163ef54c;
    bytes32 private constant STABLECOIN =
        0xecfa0def2c10020caaf65e6155aa69c84b24892aaef76eeac52e0e2b3a0b8601;

    function createB20(
        uint8 variant,
        bytes32 salt,
        bytes calldata params,
        bytes[] calldata initCalls
    ) external payable direct returns (address token) {
        if (variant > 1) revert InvalidVariant();
        _requireActivated(variant == 0 ? ASSET : STABLECOIN);
        token = _addressOf(variant, msg.sender, salt);
        StablecoinParams memory given;
        uint8 decimals = 6;
        if (variant == 0) {
            AssetParams memory asset = abi.decode(params, (AssetParams));
            decimals = asset.decimals;
            given = StablecoinParams(
                asset.version, asset.name, asset.symbol, asset.initialAdmin, ""
            );
        } else {
            given = abi.decode(params, (StablecoinParams));
        }
        if (given.version != 1) revert UnsupportedVersion(given.version, variant);
        if (decimals < 6 || decimals > 18) revert InvalidDecimals(decimals);
        if (token.code.length != 0) revert TokenAlreadyExists(token);
        bytes memory eventParams;
        if (variant == 1) {
            _requireCurrency(given.currency);
            eventParams = abi.encode(StablecoinEvent(1, given.currency));
        }
        emit B20Created(token, variant, given.name, given.symbol, decimals, eventParams);
        IBootstrap(token).bootstrap(
            given.name, given.symbol, given.initialAdmin, decimals, given.currency, initCalls
        );
    }

    function getB20Address(uint8 variant, address sender, bytes32 salt)
        external
        payable
        direct
        returns (address)
    {
        return _addressOf(variant, sender, salt);
    }

    function isB20(address token) external payable direct returns (bool) {
        return _hasPrefix(token);
    }

    function isB20Initialized(address token) external payable direct returns (bool) {
        return _hasPrefix(token) && token.codehash == keccak256(hex"ef");
    }

    function _requireCurrency(string memory currency) private pure {
        bytes memory code = bytes(currency);
        if (code.length == 0) revert MissingRequiredField("currency");
        for (uint256 i = 0; i < code.length; i++) {
            if (code[i] < "A" || code[i] > "Z") revert InvalidCurrency(currency);
        }
    }

    function _addressOf(uint8 variant, address sender, bytes32 salt)
        private
        pure
        returns (address)
    {
        uint256 tail = uint256(keccak256(abi.encode(sender, salt))) >> 184;
        return address(uint160((0xB2 << 152) | (uint256(variant) << 72) | tail));
    }

    function _hasPrefix(address token) private pure returns (bool) {
        return uint160(token) >> 80 == 0xB2 << 72;
    }

    function _isAtHome() internal view override returns (bool) {
        return address(this) == B20_FACTORY;
    }
}

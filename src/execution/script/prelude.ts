/**
 * What runs in the sandbox before a script: geth's objects and globals for it, built from what `read` returns of the
 * transaction at hand. A text, as it is for another JavaScript engine.
 */
export const prelude = String.raw`(function (read, names) {
'use strict'
const { parse, stringify } = JSON
const global = globalThis
const bigInt = global.bigInt
let tracer, failure, stepError, words
let numbers = new Float64Array(8)

/** Ends the trace, whether the script catches this or not: as geth does. */
function refuse(reason) {
  if (failure === undefined) {
    failure = new Error(reason)
    failure.name = ''
  }
  throw failure
}

function bytesOf(kind, ...operands) {
  return new Uint8Array(read(kind, ...operands))
}

function big(view, at) {
  const low = (view.getBigUint64(at + 16) << 64n) | view.getBigUint64(at + 24)
  return bigInt((view.getBigUint64(at) << 192n) | (view.getBigUint64(at + 8) << 128n) | low)
}

function bigOf(kind, ...operands) {
  return big(new DataView(read(kind, ...operands)), 0)
}

function fromHex(text) {
  const digits = /^0x/i.test(text) ? text.slice(2) : text
  const even = digits.length % 2 === 0 ? digits : '0' + digits
  const found = /^([0-9a-f]{2})*/i.exec(even)[0]
  const bytes = new Uint8Array(found.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(found.substr(2 * at, 2), 16)
  return bytes
}

function toBytes(value, allowsText) {
  if (value instanceof Uint8Array) return value
  if (Array.isArray(value)) return Uint8Array.from(value)
  if (allowsText && (typeof value === 'string' || value instanceof String)) return fromHex(String(value))
  return refuse('invalid buffer type')
}

function sized(length, value, allowsText) {
  const bytes = toBytes(value, allowsText)
  const result = new Uint8Array(length)
  const kept = bytes.subarray(Math.max(0, bytes.length - length))
  result.set(kept, length - kept.length)
  return result
}

const digits = Array.from({ length: 256 }, (_, byte) => (byte + 256).toString(16).slice(1))

Object.assign(global, {
  toHex(value) {
    let text = '0x'
    for (const byte of toBytes(value, false)) text += digits[byte]
    return text
  },
  toWord: (value) => sized(32, value, true),
  toAddress: (value) => sized(20, value, true),
  toContract: (from, nonce) =>
    bytesOf('created', sized(20, from, true).buffer, Number(nonce)),
  toContract2: (from, salt, code) =>
    bytesOf('createdWithSalt', sized(20, from, true).buffer, sized(32, String(salt), true).buffer,
      Uint8Array.from(toBytes(code, true)).buffer),
  isPrecompiled: (value) => bytesOf('isPrecompile', sized(20, value, true).buffer)[0] === 1,
  slice(value, start, end) {
    const bytes = toBytes(value, false)
    if (start < 0 || start > end || end > bytes.length) {
      refuse('Tracer accessed out of bound memory: available ' + bytes.length + ', offset ' + start +
        ', size ' + (end - start))
    }
    return Uint8Array.from(bytes.subarray(start, end))
  },
})

const padded = 1024 * 1024
const wholeWords = 16

const log = {
  op: {
    toNumber: () => numbers[1],
    toString: () => names[numbers[1]],
    isPush: () => numbers[1] >= 0x5f && numbers[1] <= 0x7f,
  },
  stack: {
    peek(index) {
      const height = numbers[7]
      if (!(index >= 0 && index < height)) {
        refuse('tracer accessed out of bound stack: size ' + height + ', index ' + index)
      }
      return index < wholeWords ? big(words, 32 * Math.trunc(index)) : bigOf('item', Math.trunc(index))
    },
    length: () => numbers[7],
  },
  memory: {
    slice(begin, end) {
      if (begin === end) return new Uint8Array()
      if (!(begin >= 0 && end >= begin)) {
        refuse('tracer accessed out of bound memory: offset ' + begin + ', end ' + end)
      }
      const lacking = end - numbers[6]
      if (lacking > padded) refuse('reached limit for padding memory slice: ' + lacking)
      return bytesOf('memory', begin, end)
    },
    getUint(offset) {
      const length = numbers[6]
      if (!(offset >= 0 && offset + 32 <= length)) {
        refuse('tracer accessed out of bound memory: available ' + length + ', offset ' + offset + ', size 32')
      }
      return bigOf('memory', offset, offset + 32)
    },
    length: () => numbers[6],
  },
  contract: {
    getCaller: () => bytesOf('caller'),
    getAddress: () => bytesOf('address'),
    getValue: () => bigOf('value'),
    getInput: () => bytesOf('input'),
  },
  getPC: () => numbers[0],
  getGas: () => numbers[2],
  getCost: () => numbers[3],
  getDepth: () => numbers[4],
  getRefund: () => numbers[5],
  getError: () => stepError,
}

function account(value) {
  return sized(20, value, false).buffer
}

const db = {
  getBalance: (address) => bigOf('balance', account(address)),
  getNonce: (address) => Number(bigOf('nonce', account(address))),
  getCode: (address) => bytesOf('code', account(address)),
  getState: (address, slot) => bytesOf('slot', account(address), sized(32, slot, false).buffer),
  exists: (address) => bytesOf('exists', account(address))[0] === 1,
}

function isFunction(name) {
  return typeof tracer[name] === 'function'
}

function frameOf({ type, from, to, input, gas, value }) {
  return {
    getType: () => type,
    getFrom: () => fromHex(from),
    getTo: () => fromHex(to),
    getInput: () => fromHex(input),
    getGas: () => gas,
    getValue: () => (value === undefined ? undefined : bigInt(value)),
  }
}

function endOf({ gasUsed, output, error }) {
  return { getGasUsed: () => gasUsed, getOutput: () => fromHex(output), getError: () => error }
}

const bytesInContext = ['from', 'to', 'input', 'output', 'coinbase', 'blockHash', 'txHash']
const numbersInContext = ['value', 'gasPrice']

function contextOf(values) {
  for (const name of bytesInContext) if (name in values) values[name] = fromHex(values[name])
  for (const name of numbersInContext) if (name in values) values[name] = bigInt(values[name])
  return values
}

function load(error, registers) {
  stepError = error
  numbers = new Float64Array(registers, 0, 8)
  words = new DataView(registers, 64)
}

const hooks = {
  open(config, script) {
    tracer = Object(script)
    for (const name of ['result', 'fault']) {
      if (!isFunction(name)) refuse('trace object must expose a function ' + name + '()')
    }
    if (isFunction('enter') !== isFunction('exit')) {
      refuse('trace object must expose either both or none of enter() and exit()')
    }
    if (isFunction('setup')) tracer.setup(config)
    return stringify({ hasStep: isFunction('step'), hasFrames: isFunction('enter') })
  },
  step(error, registers) {
    load(error, registers)
    tracer.step(log, db)
  },
  fault(error, registers) {
    load(error, registers)
    tracer.fault(log, db)
  },
  enter: (json) => void tracer.enter(frameOf(parse(json))),
  exit: (json) => void tracer.exit(endOf(parse(json))),
  result(context) {
    const json = stringify(tracer.result(contextOf(parse(context)), db))
    return json === undefined ? 'null' : json
  },
}

function described(error) {
  const text = String(error)
  const stack = error instanceof Error ? String(error.stack) : ''
  const line = stack.split('\n').find((one) => one.includes('<eval>'))
  return line === undefined ? text : text + ' ' + line.trim()
}

return (name, argument, more) => {
  try {
    const result = hooks[name](argument, more)
    if (failure !== undefined) throw failure
    return result
  } catch (error) {
    throw described(error)
  }
}
})`

// In place of noble's curves, which work out random numbers as they are loaded, in EthereumJS: preconf has its own.
// These are there when somebody asks for them.
type Library = typeof import('./nobleCurves.ts')
type Curves = Library['nobleCurves']

function curve<Name extends keyof Curves>(name: Name): Curves[Name] {
  return (require('./nobleCurves.ts') as Library).nobleCurves[name]
}

/** `atOnce`: members that need nothing of the curve. */
function lazy<Name extends keyof Curves>(name: Name, atOnce = {}): Curves[Name] {
  const get = (_: object, member: PropertyKey) =>
    Reflect.get(member in atOnce ? atOnce : curve(name), member)
  return new Proxy(Object.create(null), { get })
}

/** All that EthereumJS asks of it; for the order of the curve it asks as it is loaded. */
const Point = {
  CURVE: () => ({ n: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n }),
  fromBytes: (bytes: Uint8Array) => curve('secp256k1').Point.fromBytes(bytes),
}

export const secp256k1 = lazy('secp256k1', { Point })
export const p256 = lazy('p256')
export const bn254 = lazy('bn254')

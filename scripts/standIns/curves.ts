// In place of noble's curves, which work out random numbers as they are loaded, in EthereumJS: preconf has its own.
// These are there when somebody asks for them.
type Library = typeof import('./nobleCurves.ts')
type Curves = Library['nobleCurves']

function lazy<Name extends keyof Curves>(name: Name): Curves[Name] {
  const curve = () => (require('./nobleCurves.ts') as Library).nobleCurves[name]
  return new Proxy(Object.create(null), { get: (_, member) => Reflect.get(curve(), member) })
}

export const secp256k1 = lazy('secp256k1')
export const p256 = lazy('p256')
export const bn254 = lazy('bn254')
export const bls12_381 = lazy('bls12_381')

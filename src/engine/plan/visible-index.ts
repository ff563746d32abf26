import type { RegistrationDigest } from '../snapshot.ts'

/** Who holds what in the target namespace, by what Argo CD compares. */
export class VisibleIndex {
  readonly #byName = new Map<string, RegistrationDigest[]>()
  readonly #byAddress = new Map<string, RegistrationDigest[]>()

  constructor(registrations: Iterable<RegistrationDigest>) {
    for (const registration of registrations) {
      if (!registration.visible) continue
      add(this.#byName, registration.clusterName, registration)
      if (registration.canonicalServer !== undefined)
        add(this.#byAddress, registration.canonicalServer, registration)
    }
  }

  ofName(name: string): readonly RegistrationDigest[] {
    return this.#byName.get(name) ?? []
  }

  ofAddress(address: string): readonly RegistrationDigest[] {
    return this.#byAddress.get(address) ?? []
  }
}

const add = (map: Map<string, RegistrationDigest[]>, key: string, registration: RegistrationDigest): void => {
  const list = map.get(key)
  if (list) list.push(registration)
  else map.set(key, [registration])
}

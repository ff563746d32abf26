/** Under this name the API server records what this program writes. */
export const FIELD_MANAGER = 'kubectl-registrar'

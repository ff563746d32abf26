/**
 * A failure that ends the command with exit code 2. `message` says what and where in one line, `remedy` what to do
 * about it in one line; neither ever holds a credential.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly exitCode = 2
  readonly remedy: string

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.remedy = remedy
  }
}

/** A request with the admin token. */
export interface AdminTokenUse {
  readonly requestId: string;
  readonly method: string;
  /** Whether it was sent on the machine of the server, and by no proxy. */
  readonly isHere: boolean;
}

/** Refuses the admin token where it does not work. @throws StatusError BREAK_GLASS_CLOSED */
export type AdmitAdminToken = (use: AdminTokenUse) => Promise<void>;

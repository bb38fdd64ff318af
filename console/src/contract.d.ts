/** Made by build/contract-module.ts from the server's contract tables. */
declare module 'virtual:contract' {
  type Method = import('../../src/client/client.ts').Method;
  interface AdminMethod extends Method {
    readonly role: import('./api/session.ts').Role;
    readonly summary: string;
    /** The panel that the method is for; absent if it is for both. */
    readonly panel?: import('../../src/conventions/panel.ts').Panel;
    readonly stepUp?: true;
    readonly final?: true;
  }
  export const adminMethods: Readonly<
    Record<import('../../src/admin/contract/index.ts').MethodName, AdminMethod>
  >;
  /** A field of the dialog of an action. */
  interface ActionField {
    readonly name: string;
    readonly label?: string;
    /** The interface without which it is not in the dialog. */
    readonly panel?: import('../../src/conventions/panel.ts').Panel;
    readonly hint?: string;
    readonly kind?: import('../../src/admin/contract/words.ts').Field['kind'];
    readonly choices?: Readonly<Record<string, string>>;
    /** The choice that leaves the member out. */
    readonly absent?: string;
    readonly standard?: string;
    readonly most?: number;
    readonly isRequired: boolean;
  }
  interface PageWords {
    readonly noun: string;
    readonly rows?: string;
    readonly columns?: readonly import('../../src/admin/contract/words.ts').Column<string>[];
    readonly name?: string;
    readonly ask?: string;
    readonly effect?: string;
    readonly done?: string;
    readonly fields?: readonly ActionField[];
  }
  /** What lists and actions say, from src/admin/contract/<resource>/words.ts. */
  export const words: Readonly<
    Partial<Record<import('../../src/admin/contract/index.ts').MethodName, PageWords>>
  >;
  /** Items of one request, at most. */
  export const mostBatchItems: number;
  export const credentialStates: readonly NonNullable<
    import('../../src/admin/contract/index.ts').AdminRequest<'listCredentials'>['state']
  >[];
  /** The ways by which credentials reach their wallets. */
  export const channels: readonly {
    readonly value: NonNullable<
      import('../../src/admin/contract/index.ts').AdminRequest<'listCredentials'>['channel']
    >;
    readonly text: string;
  }[];
  export const actorKinds: readonly string[];
  /** Events of each subject of the audit log. */
  export const auditEvents: typeof import('../../src/audit/entry.ts').EVENTS;
  export const holdReasons: typeof import('../../src/admin/contract/holds/methods.ts').HOLD_REASONS;
  /** Days before expiry at which a key should be replaced, by role. */
  export const keyLimits: Readonly<Record<string, { readonly warn: number; readonly error: number }>>;
  export const refusalReasons: typeof import('../../src/admin/contract/approvals/methods.ts').REFUSAL_REASONS;
  export const mediationMethods: Readonly<
    Record<import('../../src/mediation/contract/index.ts').MethodName, Method & { readonly id: string }>
  >;
  interface Choice<Name extends string> {
    readonly name: Name;
    /** The one member that a reason or task may have. */
    readonly member?: string;
    readonly type?: string;
  }
  export const rejectionReasons: readonly Choice<
    keyof typeof import('../../src/issuer/contract/index.ts').REJECTION_REASONS
  >[];
  export const challengeKinds: readonly Choice<
    keyof typeof import('../../src/issuer/contract/index.ts').CHALLENGE_KINDS
  >[];
  /** State, event and next state. */
  export const proofingTransitions: Readonly<
    Record<
      NonNullable<import('../../src/admin/contract/index.ts').AdminRequest<'listProofings'>['state']>,
      Readonly<Record<string, string>>
    >
  >;
  interface OfPanel<Name extends string> {
    readonly name: Name;
    /** Absent if both panels have it. */
    readonly panel?: import('../../src/conventions/panel.ts').Panel;
  }
  /** What can be refused: operations, methods, and the endpoints that applications and wallets call. */
  export const operations: readonly OfPanel<string>[];
  /** What each operation and method does; of endpoints, the paths that they begin with. */
  export const operationSummaries: Readonly<Record<string, string | undefined>>;
  /** Reasons of refusals. */
  export const reasons: readonly OfPanel<string>[];
  /** The checks of each operation of the issuer interface and of each method of the mediation interface, in their order. */
  export const checks: Readonly<Record<string, readonly { readonly name: string }[]>>;
  /** The remedy for a refusal, by its reason. */
  export const remedies: Readonly<Record<string, string>>;
  export const explainedKinds: readonly OfPanel<
    NonNullable<import('../../src/admin/contract/index.ts').AdminRequest<'getRequest'>['kind']>
  >[];
  /** Base64 of a JPEG for sample records. */
  export const specimenPortrait: string;
  export const adFormats: readonly string[];
  export const platforms: readonly string[];
}

declare module 'virtual:contract/otherChoices' {
  /** Pages and actions of the other console. Role and panel are absent where everyone has them. */
  export const otherChoices: readonly {
    readonly key: string;
    readonly text: string;
    readonly terms?: string;
    readonly role?: import('./api/session.ts').Role;
    readonly panel?: import('../../src/conventions/panel.ts').Panel;
  }[];
}

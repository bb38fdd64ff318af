import type { SessionLimits } from '../../accounts/console/index.ts';
import type { AccountDeps } from '../../accounts/deps.ts';
import type { AnchorLag } from '../../audit/index.ts';
import type { SealCustody } from '../../audit/ports/seals.ts';
import type { Panel } from '../../conventions/panel.ts';
import type { IssuerDeps } from '../../issuer/deps.ts';
import type { OperatorStore } from '../../issuer/ports/operators.ts';
import type { RequestLog } from '../../issuer/ports/requests.ts';
import type { HolderDigest } from '../../issuer/record/with-search-index.ts';
import type { StatusPublisher } from '../../issuer/status/publish-lists.ts';
import type { EpochKeys } from '../../keys/holder-keys/epochs.ts';
import type { ErasureJournal } from '../../keys/holder-keys/erasures.ts';
import type { KeyRegister } from '../../keys/key-register.ts';
import type { Keyring } from '../../keys/keyring.ts';
import type { KeyMaker } from '../../keys/make-key.ts';
import type { RecordCatalogue } from '../../mediation/catalogue/index.ts';
import type { MediationDeps } from '../../mediation/operation.ts';
import type { CatalogueSource } from '../../mediation/ports/catalogue.ts';
import type { People } from '../access/second-person.ts';
import type { UserNames } from '../access/user-names.ts';
import type { AdminResponse } from '../contract/index.ts';
import type { Caller } from './caller.ts';

/** Dependencies of the methods for the audit log, approvals and the log of requests, which both panels have. */
export interface LogAdminDeps extends Pick<IssuerDeps, 'clock' | 'random'> {
  readonly store: OperatorStore;
  readonly requests: RequestLog;
  readonly names: UserNames;
  readonly sealCustody: SealCustody;
  readonly anchors: {
    lags(): Promise<readonly AnchorLag[]>;
    /** PEM: the roots of the time-stamp authorities. */
    readonly roots: readonly string[];
    /** The verifier key of each witness, and the name of this log at it. */
    readonly witnesses: readonly { readonly key: string; readonly origin: string }[];
  };
  /** Whether the configuration sets `audit.sealKey`. */
  readonly isSealKeySet: boolean;
}

/** Dependencies of the methods for the issuer panel; each method names the part that it uses. */
export interface IssuerAdminDeps extends Omit<IssuerDeps, 'store'>, LogAdminDeps {
  readonly holderDigest: HolderDigest;
  /** The keys that encrypt the keys of holders. */
  readonly epochs: EpochKeys;
  /** How long the key of an ended epoch is kept, in milliseconds. */
  readonly recovery: number;
  /** Which holders were erased. */
  readonly erasures: Pick<ErasureJournal, 'digestOf' | 'find'>;
  readonly statusPublisher: StatusPublisher;
  /** Whether the wallet platform is notified of changes. */
  readonly notifies: boolean;
}

/** Dependencies of the methods for the issuer's keys. */
export interface KeyAdminDeps {
  readonly register: KeyRegister;
  readonly maker: KeyMaker;
  readonly keyring: Keyring;
}

/** The methods that need the approval of a second person, and how long requests wait for it. */
interface SecondPersonPolicy {
  /** Names of methods and of groups, in the form of the setting `admin.secondPerson`. */
  readonly secondPerson: readonly string[];
  readonly secondPersonOfOrganisation: boolean;
  readonly approvalHours: number;
}

/** Addresses of the consoles; `url` is that of the operators. */
export interface ConsoleAddress {
  /** For other people. Undefined if the console is off. */
  url(): string | undefined;
  /** For who is at the machine of the server: that of the listener, if only this machine can reach it. */
  urlHere(): string | undefined;
  /** Address of the mediation console. Undefined if the consoles or the mediation panel are off. */
  mediationUrl(): string | undefined;
  /** Whether only this machine can reach it. */
  readonly isLocal: boolean;
}

/** The configuration and the state of the running server. */
export interface ConfigurationDeps {
  settings(): AdminResponse<'getSettings'>;
  findings(): Promise<AdminResponse<'getFindings'>>;
  status(): Promise<AdminResponse<'getStatus'>>;
}

/** Dependencies of the methods for users, clients and tokens; `console` has the lifetimes of sessions. */
interface AccountAdminDeps extends AccountDeps {
  readonly console: SessionLimits;
}

/** Dependencies of the methods for the catalogue of the mediation panel. */
interface CatalogueAdminDeps {
  readonly catalogue: CatalogueSource;
  readonly recordCatalogue: RecordCatalogue;
}

/** Dependencies of the admin interface. Those of a panel that is off are absent, and its methods too. */
export interface AdminDeps {
  readonly panels: readonly Panel[];
  readonly log: LogAdminDeps;
  readonly issuer?: IssuerAdminDeps | undefined;
  readonly keys?: KeyAdminDeps | undefined;
  readonly accounts: AccountAdminDeps;
  readonly mediation?: Pick<MediationDeps, 'store' | 'clock' | 'random'> | undefined;
  readonly catalogue?: CatalogueAdminDeps | undefined;
  readonly confirmRole: People['confirmRole'];
  readonly policy: SecondPersonPolicy;
  readonly console: ConsoleAddress;
  readonly configuration: ConfigurationDeps;
}

/** A method that can wait for a second person. */
export interface WaitingMethod {
  /** Runs the method with the arguments that were stored as JSON. */
  readonly run: (kept: string, caller: Caller) => Promise<object>;
  readonly whenApproved: 'sentAgain' | undefined;
}

/** What operations can need. */
export interface OperationDeps extends AdminDeps {
  /** Undefined for a method that cannot wait for a second person, or that this version does not have. */
  waitingMethod(name: string): WaitingMethod | undefined;
}

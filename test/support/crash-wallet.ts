import { expect } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { ApiError, Unreachable } from '../../src/client/errors.ts';
import { operationPath } from '../../src/issuer/contract/index.ts';
import {
  type Device,
  ExchangeError,
  fetchTransport,
  type IssuerClient,
  issuerClient,
  simulatedDevice,
  type Transport,
} from '../../src/wallet/index.ts';
import { mdl } from './records.ts';
import type { ServerProcess } from './server-process.ts';
import { ISSUER_ID } from './world.ts';

export interface CrashWalletOptions {
  readonly number: number;
  readonly encrypt: boolean;
  readonly random: () => number;
  readonly server: () => ServerProcess;
}

/** The server answered that it is unavailable: the request may or may not have taken effect. */
class Unavailable extends Error {}

/** Whether the server is gone or answered that it is unavailable. */
function isUnanswered(error: unknown): boolean {
  if (error instanceof Unreachable || error instanceof Unavailable) return true;
  if (error instanceof ExchangeError) return error.code === 'unreachable';
  if (error instanceof ApiError)
    return (error.body as { readonly error?: { readonly status?: string } }).error?.status === 'UNAVAILABLE';
  // The connection was closed in the middle of an admin answer.
  return error instanceof TypeError && /terminated|fetch failed/.test(error.message);
}

/**
 * The state that a credential must have after a restart, as far as acknowledged and unanswered requests
 * determine it.
 */
interface Expected {
  readonly credentialId: string;
  states: readonly string[];
  versionId?: string | undefined;
}

/** An answered request for MSOs, which can be sent again. */
interface Replay {
  readonly credentialId: string;
  readonly versionId: string;
  readonly body: string;
  readonly msos: unknown;
}

/** A wallet of a server that may be killed at any moment. It remembers what was acknowledged. */
export class CrashWallet {
  readonly #options: CrashWalletOptions;
  readonly #device: Device;
  readonly #client: IssuerClient;
  readonly #holderId: string;
  #changes = 0;
  /** The holder's data may have changed since the credential was fetched. */
  #mayBeStale = false;
  /** A request to delete the credential was sent but not answered. */
  #mayBeDeleted = false;
  #code: string | undefined;
  readonly #usedCodes: string[] = [];
  #proofingId: string | undefined;
  #expected: Expected | undefined;
  #replays: Replay[] = [];
  acknowledged = 0;
  /** How often the server answered that it is unavailable. */
  unavailable = 0;

  constructor(options: CrashWalletOptions) {
    this.#options = options;
    this.#holderId = `holder-${options.number}`;
    const transport: Transport = (url, body) => this.#send(url, body);
    const issuer = { baseUrl: 'http://the.server', issuerId: ISSUER_ID, transport };
    this.#device = simulatedDevice({ issuer, encrypt: options.encrypt });
    this.#client = issuerClient(issuer);
  }

  /** Continues its life step by step until it gets no more answers. */
  async liveUntilUnreachable(goesOn = () => true): Promise<void> {
    try {
      while (goesOn()) await this.#step();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
    }
  }

  /** Continues until the credential is active and has MSOs. */
  async finish(): Promise<void> {
    while (this.#mayBeDeleted || !this.#device.state.credential?.proved) await this.#step();
    await this.#catchUp();
    await this.#device.refresh(2);
    expect((await this.#device.status()).credentialStatus).toEqual({ active: {} });
  }

  /** Checks that everything acknowledged is stored. */
  async expectKept(): Promise<void> {
    const { deviceReferenceId, identity } = this.#device.state;
    if (this.#proofingId) {
      const { proofingStatus } = await this.#client.getProofingStatus({
        deviceReferenceId,
        proofingId: this.#proofingId,
      });
      expect(proofingStatus).toEqual({ accepted: {} });
    }
    await this.#expectCredential();
    for (const replay of this.#replays) await this.#expectReplayed(replay);
    const [code] = this.#usedCodes.slice(-1);
    if (code && identity?.registered) {
      const unencryptedValue = Buffer.from(code).toString('base64');
      const proofingId = crypto.randomUUID();
      const evidence = [{ preAuthorizationCode: { unencryptedValue } }];
      await this.#client.proofUser({ deviceReferenceId, proofingId, evidence });
      const { proofingStatus } = await this.#client.getProofingStatus({ deviceReferenceId, proofingId });
      expect(proofingStatus, 'a used code stays used').toHaveProperty('rejected');
    }
  }

  async #expectCredential(): Promise<void> {
    const expected = this.#expected;
    if (!expected) return;
    const { credentialId, states, versionId } = expected;
    const { deviceReferenceId } = this.#device.state;
    const status = await this.#client.getCredentialStatus({ deviceReferenceId, credentialId });
    const [state = ''] = Object.keys(status.credentialStatus);
    expect(states).toContain(state);
    if (versionId) expect(status.credentialVersionId).toBe(versionId);
    this.#expected = { credentialId, states: [state], versionId: status.credentialVersionId };
    this.#replays = this.#replays.filter(
      (replay) => state === 'active' && replay.versionId === status.credentialVersionId,
    );
  }

  async #expectReplayed({ body, msos }: Replay): Promise<void> {
    const path = operationPath('provisionMobileSecurityObjects');
    const answer = await fetchTransport()(`${this.#options.server().url}${path}`, body);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text).mobileSecurityObjects).toEqual(msos);
  }

  async #send(url: string, body: string): Promise<Awaited<ReturnType<Transport>>> {
    const { pathname } = new URL(url);
    this.#beforeAnswer(pathname);
    const answer = await fetchTransport()(`${this.#options.server().url}${pathname}`, body);
    if (answer.status === 503) this.#expectUnavailable(answer.text);
    expect(answer.status, answer.text).toBe(200);
    this.acknowledged += 1;
    this.#afterAnswer(pathname, body, answer.text);
    return answer;
  }

  /**
   * The issuer panel has no reason code for unavailability. It uses the status, a text, and an identifier for
   * the log.
   */
  #expectUnavailable(text: string): never {
    const members = ['errorDescription', 'issuerErrorIdentifier', 'responseMetadata'];
    expect(Object.keys(JSON.parse(text)).toSorted()).toEqual(members);
    this.unavailable += 1;
    throw new Unavailable();
  }

  /** From now on, the request may or may not have taken effect. */
  #beforeAnswer(path: string): void {
    const expected = this.#expected;
    if (!expected) return;
    if (path.endsWith('provisionMobileSecurityObjects')) expected.states = [...expected.states, 'active'];
    if (path.endsWith('notifyCredentialDeleted')) expected.states = [...expected.states, 'deleted'];
  }

  #afterAnswer(path: string, body: string, text: string): void {
    const request = JSON.parse(body);
    const answer = JSON.parse(text);
    if (path.endsWith('provisionCredential')) {
      const { credentialId } = request;
      const isSame =
        this.#expected?.credentialId === credentialId &&
        this.#expected?.versionId === answer.credentialVersionId;
      const states = isSame ? (this.#expected as Expected).states : ['provisionPending'];
      this.#expected = { credentialId, states, versionId: answer.credentialVersionId };
    } else if (path.endsWith('provisionMobileSecurityObjects')) {
      const { credentialId, credentialVersionId: versionId } = request;
      this.#expected = { credentialId, states: ['active'], versionId };
      if (!this.#options.encrypt) {
        const msos = answer.mobileSecurityObjects;
        this.#replays = [...this.#replays.slice(-2), { credentialId, versionId, body, msos }];
      }
    } else if (path.endsWith('notifyCredentialDeleted')) {
      this.#expected = { credentialId: request.credentialId, states: ['deleted'] };
      this.#replays = [];
    }
  }

  /** The next request in the life of a wallet, depending on its state. */
  async #step(): Promise<void> {
    const device = this.#device;
    const { identity, credential } = device.state;
    if (this.#mayBeDeleted) return this.#delete();
    if (!identity?.registered) return device.register();
    if (!this.#proofingId) return this.#prove();
    if (!credential) return void (await device.provision());
    if (!credential.proved) {
      // The data may have changed by a request that got no answer.
      if (!(await device.update(2))) await device.provisionMsos(2);
      return;
    }
    return this.#act();
  }

  async #prove(): Promise<void> {
    this.#code ??= await this.#newCode();
    const proofingId = await this.#device.proof(this.#code);
    this.#usedCodes.push(this.#code);
    this.#code = undefined;
    this.#proofingId = proofingId;
  }

  async #newCode(): Promise<string> {
    await this.#changeHolder();
    const { code } = await callAdmin(this.#options.server().connection, 'issueCode', {
      holderId: this.#holderId,
    });
    return code;
  }

  async #changeHolder(): Promise<void> {
    this.#changes += 1;
    this.#mayBeStale = true;
    const elements = mdl({ height: this.#changes }) as never;
    const expected = this.#expected;
    if (expected && expected.states[0] !== 'deleted') {
      expected.states = [...expected.states, 'provisionPending'];
      expected.versionId = undefined;
      this.#replays = [];
    }
    await callAdmin(this.#options.server().connection, 'importHolders', {
      holders: [{ id: this.#holderId, elements }],
    });
    if (expected && expected.states[0] !== 'deleted') expected.states = ['provisionPending'];
  }

  /** Finds out whether the unanswered requests took effect. */
  async #catchUp(): Promise<void> {
    if (this.#mayBeStale) await this.#device.update(2);
    this.#mayBeStale = false;
  }

  async #delete(): Promise<void> {
    this.#mayBeDeleted = true;
    await this.#device.notifyDeleted();
    this.#mayBeDeleted = false;
  }

  /** The next request of a wallet with an active credential. */
  async #act(): Promise<void> {
    const device = this.#device;
    await this.#catchUp();
    const dice = this.#options.random();
    if (dice < 0.6) await device.refresh(1 + Math.floor(dice * 10));
    else if (dice < 0.8) await this.#changeHolder();
    else if (dice < 0.85) await device.status();
    else if (dice < 0.95) await this.#delete();
    else await device.provision();
  }
}

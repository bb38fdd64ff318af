import type { JsonObject } from '../../conventions/json.ts';
import type { RandomFill } from '../../wallet/effects.ts';
import { phoneFor, type VciOptions, type VciPhone } from '../../wallet/index.ts';
import { discover, wellKnown } from '../../wallet/openid4vci/metadata.ts';
import { sender, type VciAnswer } from '../../wallet/openid4vci/transport.ts';
import { Deviation, Inconclusive, NotRun } from '../deviation.ts';
import type { Hooks } from '../hooks/client.ts';
import type { Pace } from '../run/pace.ts';
import type { Recorder } from '../run/recorder.ts';
import { describeError } from '../run/verdict.ts';
import { offersOf } from './offers.ts';
import { pacedTransport, recording, type VciTarget } from './target.ts';

/** A wallet with the offer that it was made for. */
export interface Offered {
  readonly phone: VciPhone;
  readonly code: string;
  readonly txCode: string | undefined;
}

/** What a case works with. */
export interface VciBench {
  readonly issuer: string;
  /** The answer with the metadata of the issuer, or of its authorization server. */
  metadata(of: 'issuer' | 'server'): Promise<VciAnswer & { readonly body: JsonObject }>;
  /** A wallet with an unused offer, which cases share that do not use it up. */
  offered(): Promise<Offered>;
  /** A wallet with a token and a credential, which cases share. */
  active(): Promise<Offered>;
  /** A new wallet with an unused offer. */
  own(options?: { readonly txCode?: boolean }): Promise<Offered>;
  /** A wallet with a client id, for pushed requests. */
  client(): Promise<Offered>;
  /** Gives up the shared wallets, because a case changed them. */
  drop(): void;
  note(text: string): void;
}

interface Parts {
  readonly target: VciTarget;
  readonly pace: Pace;
  readonly recorder: Recorder;
  readonly hooks: Hooks | undefined;
  readonly lines: readonly string[];
  readonly random: RandomFill;
}

/** What fails on the way is no verdict on the case that needed it. */
async function reached<T>(what: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof NotRun || error instanceof Inconclusive) throw error;
    throw new Inconclusive(`${what}: ${describeError(error)}`);
  }
}

export function vciBenches({ target, pace, recorder, hooks, lines, random }: Parts) {
  const { issuer, clientId, redirectUri, attestationRoot } = target;
  let ahead = 0;
  const [transport, onExchange] = [pacedTransport(target, pace), recording(recorder)];
  const options: VciOptions = {
    ...{ random, clientId, redirectUri, attestationRoot, transport, onExchange },
    clock: () => Date.now() + ahead,
  };
  const send = sender(transport, onExchange);
  const made: VciPhone[] = [];

  const metadata: VciBench['metadata'] = async (of) => {
    const get = (step: 'issuerMetadata' | 'serverMetadata', url: string) =>
      send(step, { method: 'GET', url, headers: { accept: 'application/json' } });
    const own = await get('issuerMetadata', wellKnown('openid-credential-issuer', issuer));
    const servers = own.body?.authorization_servers;
    const [serverId = issuer] = Array.isArray(servers) ? servers.map(String) : [];
    const answer =
      of === 'issuer' ? own : await get('serverMetadata', wellKnown('oauth-authorization-server', serverId));
    const { status, body } = answer;
    if (status !== 200 || body === undefined)
      throw new Deviation(`the metadata were answered with HTTP ${status}`);
    return { ...answer, body };
  };

  async function configurationOf(documentType: string | undefined): Promise<string> {
    const { configurations } = await discover(send, issuer);
    const one = configurations.find(({ docType }) => docType === documentType) ?? configurations[0];
    if (one === undefined) throw new Inconclusive('the metadata have no configuration for mdoc');
    return one.id;
  }
  const newOffer = offersOf({ issuer, lines, hooks, configurationOf });

  const own: VciBench['own'] = ({ txCode = false } = {}) =>
    reached('no wallet could be made for an offer', async () => {
      const given = await newOffer(txCode);
      const { phone, offer } = await phoneFor(given.text, options);
      if (offer.code === undefined) throw new NotRun('needs an offer with a pre-authorized code');
      made.push(phone);
      return { phone, code: offer.code, txCode: given.txCode };
    });

  let offered: Promise<Offered> | undefined;
  let active: Promise<Offered> | undefined;
  const common: Omit<VciBench, 'note'> = {
    issuer,
    metadata,
    own,
    offered() {
      offered ??= own();
      return offered;
    },
    active() {
      active ??= own().then((one) =>
        reached('an honest wallet did not get a credential', async () => {
          await one.phone.redeem(one.code);
          await one.phone.fetch(1);
          return one;
        }),
      );
      return active;
    },
    client: () =>
      reached('no wallet could be made for the client', async () => {
        const offer = {
          credential_issuer: issuer,
          credential_configuration_ids: [await configurationOf(undefined)],
          grants: { authorization_code: {} },
        };
        const { phone } = await phoneFor(JSON.stringify(offer), options);
        return { phone, code: '', txCode: undefined };
      }),
    drop() {
      offered = undefined;
      active = undefined;
    },
  };
  return {
    /** The clocks of a test issuer and of this machine can differ. */
    async setClock() {
      const answer = await hooks?.call('advanceClock', { seconds: 0 }).catch(() => undefined);
      if (answer) ahead = answer.nowMillis - Date.now();
    },
    /** Whether the issuer asks for attestations. False if its metadata cannot be read: then the cases of the metadata fail. */
    asks: () =>
      discover(send, issuer).then(
        ({ server, configurations }) => ({
          wallets: server.walletAttestation === 'required',
          keys: configurations.some(
            ({ proofTypes }) => (proofTypes.jwt ?? proofTypes.attestation)?.attested !== undefined,
          ),
        }),
        () => ({ wallets: false, keys: false }),
      ),
    of: (note: VciBench['note']): VciBench => ({ ...common, note }),
    /** Deletes the credentials of the run. Resolves to what could not be deleted. */
    async cleanUp(): Promise<readonly string[]> {
      let failed = 0;
      for (const phone of made.filter(({ state }) => state.credentials.length > 0)) {
        const isDeleted = await phone.notify('credential_deleted').catch(() => false);
        if (!isDeleted) failed += 1;
      }
      const left = failed > 0 ? [`the credentials of ${failed} wallets could not be deleted`] : [];
      if (!hooks) return left;
      return hooks.call('reset', {}).then(
        () => [],
        () => [...left, 'the test holders were not removed, because the hook reset failed'],
      );
    },
  };
}

import { anchorFolder, newestInFolder, timeStampAuthority, witness } from '../../anchors/index.ts';
import {
  type AnchorAttempt,
  type AnchorLag,
  anchorAt,
  anchorLags,
  rememberAnchoredSeal,
} from '../../audit/index.ts';
import type { AnchorPlace } from '../../audit/ports/anchors.ts';
import type { AuditStore } from '../../audit/ports/log.ts';
import type { SealCustody } from '../../audit/ports/seals.ts';
import { MINUTE } from '../../conventions/time.ts';
import { parseWitnessKey, type WitnessKey } from '../../formats/tlog/index.ts';
import { certificatesFromPem } from '../../formats/x509/index.ts';
import type { Settings } from '../config/settings.ts';
import { SettingsError } from '../config/settings-error.ts';
import type { Effects } from '../effects.ts';
import { endpointOf } from '../files/endpoint.ts';
import { readSettingFile } from '../files/setting-file.ts';
import { withTimeout } from '../process/with-timeout.ts';

type Anchor = Settings['audit']['anchors'][number];

const DEFAULT_MINUTES = 10;

/** The roots of the authority that a setting names, and their text. @throws SettingsError */
function rootsOf({ root = '' }: Anchor) {
  return readSettingFile('audit.anchors.root', root, (pem) => ({ pem, roots: certificatesFromPem(pem) }));
}

/** @throws SettingsError */
function witnessKeyOf({ key = '' }: Anchor): WitnessKey {
  const witnessKey = parseWitnessKey(key);
  if (witnessKey) return witnessKey;
  throw new SettingsError([
    'audit.anchors.key: must be the verifier key of a witness, NAME+ID+KEY, with an Ed25519 or ML-DSA-44 key for cosignatures',
  ]);
}

type PlaceParts = Pick<Parts, 'store' | 'custody' | 'effects'>;

function placeOf(anchor: Anchor, { store, custody, effects: { clock, random } }: PlaceParts): AnchorPlace {
  const { kind, path = '', url = '', policy, origin = '', everyMinutes = DEFAULT_MINUTES } = anchor;
  const every = everyMinutes * MINUTE;
  if (kind === 'folder') return anchorFolder(path, every);
  const endpoint = endpointOf('audit.anchors', { ca: anchor.ca }, url);
  if (kind === 'witness')
    return witness({ endpoint, witness: witnessKeyOf(anchor), origin, every, clock, store, custody });
  const required = policy === undefined ? {} : { policy };
  return timeStampAuthority({ endpoint, roots: rootsOf(anchor).roots, ...required, every, clock, random });
}

/** Time limit for reading a folder at the start, in milliseconds; a mount may be away. */
const PATIENCE = 5000;

const newestIn = (folder: string) => withTimeout(PATIENCE, newestInFolder(folder)).catch(() => undefined);

/** Reads the files that the anchors name. @throws SettingsError */
export function checkAnchorFiles({ audit }: Pick<Settings, 'audit'>): void {
  for (const anchor of audit.anchors) {
    if (anchor.kind === 'folder') continue;
    if (anchor.kind === 'witness') witnessKeyOf(anchor);
    else rootsOf(anchor);
    endpointOf('audit.anchors', { ca: anchor.ca }, anchor.url ?? '');
  }
}

/** The names of the places, as they are stored. */
export const anchorNames = ({ audit }: Pick<Settings, 'audit'>) =>
  audit.anchors.map(({ kind, path, url }) => ({ kind, name: (kind === 'folder' ? path : url) ?? '' }));

/** What is needed to verify the cosignatures of a witness. */
interface WitnessView {
  /** The verifier key of the witness. */
  readonly key: string;
  /** The name of this log. */
  readonly origin: string;
}

interface Anchors {
  readonly places: readonly AnchorPlace[];
  /** PEM: the roots of all time-stamp authorities. */
  readonly roots: readonly string[];
  readonly witnesses: readonly WitnessView[];
  /** Anchors the newest seal at a place, if that is due. */
  anchor(place: AnchorPlace): Promise<void>;
  lags(): Promise<readonly AnchorLag[]>;
  /** Notices seals that are missing here and were anchored in a folder. */
  seeOutside(): Promise<void>;
  close(): Promise<void>;
}

interface Parts {
  readonly settings: Settings;
  readonly store: AuditStore;
  readonly custody: SealCustody;
  readonly effects: Effects;
  readonly observe: (attempt: AnchorAttempt) => void;
}

/** The places where seals are anchored. @throws SettingsError */
export function openAnchors({ settings, store, custody, effects, observe }: Parts): Anchors {
  const { anchors } = settings.audit;
  const places = anchors.map((anchor) => placeOf(anchor, { store, custody, effects }));
  const { clock } = effects;
  return {
    places,
    roots: anchors.filter(({ kind }) => kind === 'rfc3161').map((anchor) => rootsOf(anchor).pem),
    witnesses: anchors
      .filter(({ kind }) => kind === 'witness')
      .map(({ key = '', origin = '' }) => ({ key, origin })),
    anchor: (place) => anchorAt(place, { store, clock, observe }),
    lags: () => store.read((reader) => anchorLags(reader, places, clock())),
    async seeOutside() {
      for (const { kind, name } of places)
        if (kind === 'folder') await rememberAnchoredSeal(store, custody, await newestIn(name));
    },
    async close() {
      await Promise.all(places.map((place) => place.close()));
    },
  };
}

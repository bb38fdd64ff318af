import { keyLimits } from 'virtual:contract';
import { useState } from 'react';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { download } from '../../../kit/download.ts';
import { Headed } from '../../../kit/headed.tsx';
import { MoreMenu } from '../../../kit/more-menu.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
import { longDayText, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { CompromiseDialog } from './compromise-dialog.tsx';
import { Compromises } from './compromises.tsx';
import { Drill } from './drill.tsx';
import { useGraceDays } from './grace-days.ts';
import { KeyDetails } from './key-details.tsx';
import { type KeyRow, KeyTable } from './key-table.tsx';
import { endsFirst, importedKey, type Key, nextStep, type RotatingRole } from './next-step.ts';
import { PastKeys } from './past-keys.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { SpecimenDialog } from './specimen-dialog.tsx';
import { domainAround } from './timeline.ts';
import { spanOf, TimelinePicture } from './timeline-picture.tsx';
import { UnderWay } from './under-way.tsx';

const PAST_KEYS = 'past-keys';

type Opened = 'rotate' | 'request' | 'import' | 'specimen';

const ORDER = ['iaca', 'documentSigner', 'statusSigner', 'identity', 'encryption'];
const PAST = new Set(['retired', 'destroyed']);

const byRole = (one: Key, other: Key) =>
  ORDER.indexOf(one.role) - ORDER.indexOf(other.role) || (one.notBeforeTime < other.notBeforeTime ? -1 : 1);

export function IssuerKeys() {
  const { keys: words } = useMessages();
  const query = useAdmin('listKeys', {}, { every: 30_000 });
  const [opened, setOpened] = useState<Opened>();
  const [fresh, setFresh] = useState<string>();
  /** What follows may be shown in the same place as before. */
  const forget = () => setFresh(undefined);
  const open = (one: Opened) => {
    forget();
    setOpened(one);
  };
  useRequestedDialog<Opened>(['rotate', 'request', 'import', 'specimen'], open);
  const may = useMayCall();
  const close = () => setOpened(undefined);
  const setRotated = (role: string, isFinished: boolean) =>
    setFresh(isFinished ? PAST_KEYS : `rotation-${role}`);
  const roots = usedRoots(query.data?.keys ?? []);
  const others = [
    { text: words.request, isOffered: may('requestKey'), run: () => open('request') },
    { text: words.import, isOffered: may('importKey'), run: () => open('import') },
    { text: words.roots, hint: words.rootsHint, isOffered: roots.length > 0, run: () => saveRoots(roots) },
    { text: words.specimen, isOffered: may('signSpecimen'), run: () => open('specimen') },
  ];
  return (
    <>
      <Headed
        actions={
          <>
            {may('rotateKey') && (
              <Button kind="main" onClick={() => open('rotate')}>
                {words.rotate}
              </Button>
            )}
            <MoreMenu items={others} />
          </>
        }
      >
        <h2>{words.caption}</h2>
      </Headed>
      <Loaded query={query}>
        {(answer) => (
          <>
            <Compromises keys={answer.keys.toSorted(byRole)} fresh={fresh} />
            <KeysView
              {...answer}
              fresh={fresh}
              onOpen={forget}
              onImport={() => open('import')}
              onRotated={setRotated}
              onReported={(id) => setFresh(`compromise-${id}`)}
            />
            {opened === 'rotate' && <RotateDialog keys={answer.keys} onDone={setRotated} onClose={close} />}
          </>
        )}
      </Loaded>
      {opened === 'request' && <RequestDialog onMade={(id) => setFresh(`request-${id}`)} onClose={close} />}
      {opened === 'import' && (
        <WordedDialog
          method="importKey"
          after={({ keys }) => {
            // The keys before are those of the drawing with the button that was pressed.
            const key = query.data && importedKey(query.data.keys, keys);
            if (key) setFresh(`rotation-${key.role}`);
          }}
          onClose={close}
        />
      )}
      {opened === 'specimen' && <SpecimenDialog onClose={close} />}
    </>
  );
}

/** The roots that verifiers may trust. */
const usedRoots = (keys: readonly Key[]): readonly Key[] =>
  keys.filter(
    ({ role, stage, compromiseTime }) => role === 'iaca' && !PAST.has(stage) && compromiseTime === undefined,
  );

const saveRoots = (roots: readonly Key[]): void =>
  download('iaca.pem', roots.map(({ certificate }) => certificate).join(''), 'application/x-pem-file');

interface KeysViewProps extends AdminResponse<'listKeys'> {
  /** The id of the panel that was just begun. */
  readonly fresh: string | undefined;
  /** A dialog of a key opens. */
  readonly onOpen: () => void;
  readonly onImport: () => void;
  readonly onRotated: (role: RotatingRole, isFinished: boolean) => void;
  /** A compromise of the key with this id was recorded. */
  readonly onReported: (id: string) => void;
}

function KeysView(props: KeysViewProps) {
  const { keys, certificationRequests, fresh, onOpen, onImport, onRotated, onReported } = props;
  const { keys: words } = useMessages();
  const now = useNow();
  const graceDays = useGraceDays();
  const [shown, setShown] = useState<KeyRow>();
  const [discarded, setDiscarded] = useState<KeyRow>();
  const [stolen, setStolen] = useState<Key>();
  const [rotated, setRotated] = useState<RotatingRole>();
  const rotate = (role: RotatingRole) => {
    onOpen();
    setRotated(role);
  };
  const report = (key: Key | undefined) => {
    onOpen();
    setStolen(key);
  };
  const roles: Readonly<Record<string, string>> = words.roles;
  const rowOf = (key: Key): KeyRow => ({
    ...spanOf(key),
    custody: key.custody,
    step: nextStep(key, keys, now, keyLimits, graceDays),
    key,
  });
  const sorted = [...keys].sort(byRole);
  const live = sorted.filter(({ stage }) => !PAST.has(stage));
  const past = sorted.filter(({ stage }) => PAST.has(stage));
  const requested = certificationRequests.map(
    (request): KeyRow => ({
      id: request.id,
      role: request.role,
      stage: 'requested',
      custody: request.custody,
      step: 'import',
      request,
    }),
  );
  const away = live.filter(({ custody }) => custody === undefined);
  const first = endsFirst(keys);
  const drawn = live.map((key) => ({
    span: spanOf(key),
    step: nextStep(key, keys, now, keyLimits, graceDays),
  }));
  const table = (caption: string, rows: readonly KeyRow[]) => (
    <KeyTable
      caption={caption}
      rows={rows}
      onDetails={setShown}
      onDiscard={setDiscarded}
      onRotate={rotate}
      onImport={onImport}
    />
  );
  const rows = [...live.map(rowOf), ...requested];
  const rowWith = (id: string) => rows.find((row) => row.id === id);
  return (
    <>
      <UnderWay
        keys={keys}
        requests={certificationRequests}
        graceDays={graceDays}
        fresh={fresh}
        onFinish={rotate}
        onImport={onImport}
        onDiscard={(id) => setDiscarded(rowWith(id))}
        onDetails={(id) => setShown(rowWith(id))}
      />
      {away.length > 0 && (
        <Notice kind="care" title={words.awayTitle}>
          {words.awayText(away.map(({ role }) => roles[role] ?? role).join(', '))}
        </Notice>
      )}
      <figure className="figure box">
        <figcaption>
          {first
            ? words.finding(
                (roles[first.role] ?? first.role).toLowerCase(),
                longDayText(Date.parse(first.notAfterTime)),
              )
            : words.findingNone}
        </figcaption>
        <div aria-hidden="true">
          <TimelinePicture rows={drawn} domain={domainAround(now)} now={now} />
        </div>
      </figure>
      {table(words.caption, rows)}
      {past.length > 0 && (
        <PastKeys title={words.pastKeys(past.length)} isFresh={fresh === PAST_KEYS}>
          {table(words.pastCaption, past.map(rowOf))}
        </PastKeys>
      )}
      <Drill />
      {shown && (
        <KeyDetails
          row={shown}
          onReport={() => {
            setShown(undefined);
            report(shown.key);
          }}
          onClose={() => setShown(undefined)}
        />
      )}
      {rotated && (
        <RotateDialog keys={keys} of={rotated} onDone={onRotated} onClose={() => setRotated(undefined)} />
      )}
      {stolen && (
        <CompromiseDialog
          of={stolen}
          onDone={() => onReported(stolen.id)}
          onClose={() => setStolen(undefined)}
        />
      )}
      {discarded && (
        <WordedDialog
          method="discardKey"
          on={{ id: discarded.id }}
          typed={discarded.id}
          effect={words.discardText((roles[discarded.role] ?? discarded.role).toLowerCase())}
          onClose={() => setDiscarded(undefined)}
        />
      )}
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sizeText } from '../../../../src/client/record-text.ts';
import { Abandoned, useSession } from '../../frame/session.tsx';
import { useShortcuts } from '../../frame/shortcuts.tsx';
import { whenSignedOut } from '../../frame/signed-out.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Failure, Notice } from '../../kit/states.tsx';
import { storeOf } from '../../kit/store.ts';
import { absolute, formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { adminBlob } from '../api.ts';
import type { RecordAnswer } from './record-query.ts';

type Which = 'now' | 'earlier';

/** Reads the portrait on request, as every view is written to the audit log. Leaving the page discards it. */
function usePortrait(holderId: string, record: Which, isShown: boolean) {
  const { guarded } = useSession();
  const { data, error } = useQuery({
    // The key is not a method name, so that changes do not read the portrait again.
    queryKey: ['portrait of', holderId, record],
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: () =>
      guarded(() =>
        adminBlob('getHolderPortrait', { id: holderId, ...(record === 'earlier' && { record }) }),
      ),
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data || !isShown) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [data, isShown]);
  const shown = url !== undefined && data ? { url, type: data.type, size: data.size } : undefined;
  return { shown, error: error instanceof Abandoned ? undefined : (error ?? undefined) };
}

/** The portrait of a record on a page about its holder. */
export function Portrait({ holderId }: { readonly holderId: string }) {
  const { proofing: words } = useMessages();
  const [isShown, setShown] = useState(false);
  const toggle = () => setShown(!isShown);
  const text = isShown ? words.hidePortrait : words.showPortrait;
  useShortcuts([{ keys: 'p', text, run: toggle }]);
  return (
    <div className="portrait">
      <Framed holderId={holderId} which="now" isShown={isShown} alt={words.portraitOf} />
      <div>
        <Button shortcut="p" onClick={toggle}>
          {text}
        </Button>
      </div>
    </div>
  );
}

const areShown = storeOf(false);

whenSignedOut(() => areShown.set(false));

/** Whether portraits are shown in the review, until the page is loaded again: one press is enough for all. */
export function usePortraitsShown() {
  const isShown = areShown.useValue();
  return { isShown, toggle: () => areShown.set(!areShown.get()) };
}

interface PortraitsProps {
  readonly holderId: string;
  readonly record: RecordAnswer;
}

/** The portrait, beside that of the earlier record if there is one. */
export function Portraits({ holderId, record: { holder, earlier } }: PortraitsProps) {
  const { proofing: words } = useMessages();
  const { isShown, toggle } = usePortraitsShown();
  const text = isShown ? words.hidePortrait : words.showPortrait;
  useShortcuts([{ keys: 'p', text, run: toggle }]);
  const hasChanged = earlier?.changedElements.some((path) => path.endsWith('/portrait')) === true;
  const hadPortrait = earlier?.namespaces.some(({ elements }) =>
    elements.some(({ identifier }) => identifier === 'portrait'),
  );
  const before = earlier && absolute(Date.parse(earlier.replaceTime), formattingLocale());
  return (
    <div className="portrait">
      <div className="portraits">
        <Framed
          holderId={holderId}
          which="now"
          isShown={isShown}
          alt={words.portraitOf}
          {...(earlier && { text: words.version(holder.recordVersion) })}
          isChanged={hasChanged}
        />
        {earlier && hadPortrait && (
          <Framed
            holderId={holderId}
            which="earlier"
            isShown={isShown}
            alt={words.earlierPortrait}
            text={words.earlierVersion(earlier.recordVersion, before ?? '')}
          />
        )}
      </div>
      <div>
        <Button shortcut="p" onClick={toggle}>
          {text}
        </Button>
      </div>
    </div>
  );
}

interface FramedProps {
  readonly holderId: string;
  readonly which: Which;
  readonly isShown: boolean;
  readonly alt: string;
  readonly text?: string;
  readonly isChanged?: boolean;
}

/** A portrait in a frame that has its size before the picture is there, so that nothing jumps. */
function Framed({ holderId, which, isShown, alt, text, isChanged }: FramedProps) {
  const { proofing: words } = useMessages();
  const { shown, error } = usePortrait(holderId, which, isShown);
  return (
    <figure className="framed">
      <div className="frame">
        {shown ? <Image shown={shown} alt={alt} /> : <span className="silhouette" aria-hidden="true" />}
      </div>
      {error !== undefined && <Failure error={error} />}
      {(text !== undefined || isChanged) && (
        <figcaption className="small">
          {text} {isChanged && <Badge tone="care">{words.changedElement}</Badge>}
        </figcaption>
      )}
    </figure>
  );
}

/** A small picture for a row of a list. A record without a portrait has none. */
export function SmallPortrait({ holderId }: { readonly holderId: string }) {
  const { proofing: words } = useMessages();
  const { shown } = usePortrait(holderId, 'now', true);
  const [isDrawn, setDrawn] = useState(true);
  return (
    <span className="small-portrait">
      {shown && isDrawn ? (
        <img src={shown.url} alt={words.portraitOf} onError={() => setDrawn(false)} />
      ) : (
        <span className="silhouette" aria-hidden="true" />
      )}
    </span>
  );
}

/** Media types that Chromium and Firefox cannot display. */
const JPEG_2000 = ['image/jp2', 'image/j2c'];

interface Shown {
  readonly url: string;
  readonly type: string;
  readonly size: number;
}

function Image({ shown: { url, type, size }, alt }: { readonly shown: Shown; readonly alt: string }) {
  const { proofing: words } = useMessages();
  const [isDrawn, setDrawn] = useState(true);
  if (isDrawn) return <img className="portrait-image" src={url} alt={alt} onError={() => setDrawn(false)} />;
  const format = type.replace('image/', '');
  const sized = sizeText(size, formattingLocale());
  return (
    <Notice kind="care" title={words.portraitNotDrawn}>
      <p>
        {JPEG_2000.includes(type) ? words.portraitIsJpeg2000(sized) : words.portraitIsDamaged(type, sized)}
      </p>
      <a href={url} download={`portrait.${format}`}>
        {words.downloadPortrait}
      </a>
    </Notice>
  );
}

import { useEffect, useState } from 'react';
import { Abandoned, useSession } from '../../frame/session.tsx';
import { useShortcuts } from '../../frame/shortcuts.tsx';
import { Button } from '../../kit/button.tsx';
import { Failure, Notice } from '../../kit/states.tsx';
import { formattingLocale } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import { adminBlob } from '../api.ts';
import { sizeText } from './record-text.ts';

interface Shown {
  readonly url: string;
  readonly type: string;
  readonly size: number;
}

/** Shows the portrait on request, as every view is written to the audit log. Leaving the page discards it. */
export function Portrait({ holderId }: { readonly holderId: string }) {
  const { proofing: words } = useMessages();
  const { guarded } = useSession();
  const [shown, setShown] = useState<Shown>();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.url) : undefined), [shown]);

  const show = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const blob = await guarded(() => adminBlob('getHolderPortrait', { id: holderId }));
      setShown({ url: URL.createObjectURL(blob), type: blob.type, size: blob.size });
    } catch (cause) {
      if (!(cause instanceof Abandoned)) setError(cause);
    }
    setBusy(false);
  };
  const toggle = () => (shown ? setShown(undefined) : void show());
  const text = shown ? words.hidePortrait : words.showPortrait;
  useShortcuts([{ keys: 'p', text, run: toggle }]);
  return (
    <div className="portrait">
      {shown && <Image shown={shown} />}
      {error !== undefined && <Failure error={error} />}
      <div className="actions">
        <Button shortcut="p" isBusy={isBusy} onClick={toggle}>
          {text}
        </Button>
      </div>
    </div>
  );
}

/** Media types that Chromium and Firefox cannot display. */
const JPEG_2000 = ['image/jp2', 'image/j2c'];

function Image({ shown: { url, type, size } }: { readonly shown: Shown }) {
  const { proofing: words } = useMessages();
  const [isDrawn, setDrawn] = useState(true);
  if (isDrawn)
    return (
      <img className="portrait-image" src={url} alt={words.portraitOf} onError={() => setDrawn(false)} />
    );
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

import { Button } from '../../../kit/button.tsx';
import { download } from '../../../kit/download.ts';
import { useMessages } from '../../../messages/index.ts';

interface PemProps {
  readonly text: string;
  readonly file: string;
  readonly label: string;
}

/** Shows a PEM text with a download. */
export function Pem({ text, file, label }: PemProps) {
  const { keys: words } = useMessages();
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it. */}
      <section className="pem" tabIndex={0} aria-label={label}>
        <pre>{text}</pre>
      </section>
      <div className="actions">
        <Button onClick={() => download(file, text, 'application/x-pem-file')}>{words.download}</Button>
      </div>
    </>
  );
}

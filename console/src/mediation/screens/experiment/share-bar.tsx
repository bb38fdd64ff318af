import { percentText } from '../../../../../src/conventions/percent.ts';
import { formattingLocale } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';

/** The split of the users as a bar with figures. */
export function ShareBar({ share }: { readonly share: number }) {
  const { mediation } = useMessages();
  const { experiment: words } = mediation;
  const rest = 100 - share;
  const text = (percent: number) => percentText(percent / 100, { locale: formattingLocale() });
  return (
    <div className="stack tight">
      <div className="share-bar" aria-hidden="true">
        <span className="share-a" style={{ inlineSize: `${rest}%` }}>
          A
        </span>
        <span className="share-b" style={{ inlineSize: `${share}%` }}>
          {share >= 10 ? 'B' : ''}
        </span>
      </div>
      <p>{words.shareBar(text(rest), text(share))}</p>
    </div>
  );
}

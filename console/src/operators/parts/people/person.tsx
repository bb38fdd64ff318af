import '../../../styles/people.css';
import { Link } from '../../../frame/navigation.tsx';
import { Id } from '../../../kit/id.tsx';
import { useHolderName, useMaySeeNames } from './names.ts';

interface NamedProps {
  readonly to: string;
  readonly id: string;
  readonly text: string;
  /** The id that is shown, if it is not that of the page. */
  readonly shownId?: string;
}

/** A link in words, with an id small below. */
export function Named({ to, id, text, shownId = id }: NamedProps) {
  return (
    <span className="person-of">
      <Link to={to} params={{ id }} dir="auto">
        {text}
      </Link>
      <span className="soft small">
        <Id value={shownId} />
      </span>
    </span>
  );
}

interface PersonProps {
  /** The holder. */
  readonly id: string;
  /** What the name links to, if it is not the page of the person. */
  readonly link?: { readonly to: string; readonly id: string };
  /** Shown in place of the name, such as `Elena Brandt’s device`. */
  readonly textOf?: ((name: string) => string) | undefined;
  /** The id that is shown, if it is not that of the holder. */
  readonly shownId?: string;
  /** Shown to those who may not see names. */
  readonly noun?: string | undefined;
}

/** A holder by name, with an id small below; for those who may not see names, by a noun or by the id alone. */
export function Person({ id, link = { to: '/holders/$id', id }, textOf, shownId = id, noun }: PersonProps) {
  const name = useHolderName(id);
  const may = useMaySeeNames();
  const text = name === undefined ? (may ? undefined : noun) : (textOf?.(name) ?? name);
  if (text !== undefined) return <Named {...link} text={text} shownId={shownId} />;
  return (
    <span className={may ? 'person-of' : undefined}>
      <Link to={link.to} params={{ id: link.id }}>
        <Id value={shownId} canCopy={false} />
      </Link>
    </span>
  );
}

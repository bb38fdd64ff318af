// Reads Markdown, and writes it as HTML for the site.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import js from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import ts from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';
import { markWideTables } from './tables.js';

/** Blocks of commands are no scripts: their words would be taken for keywords. */
const sh = (library) => ({ ...bash(library), keywords: undefined });
const LANGUAGES = { bash: sh, http, ini, js, json, python, sh, sql, ts, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

const md = new MarkdownIt({ html: true });
export const escapeHtml = md.utils.escapeHtml;

/** The text of a heading or a cell, without its marks. */
export const textOf = (inline) =>
  inline.children
    .map(({ type, content }) =>
      /^(text|code_inline)$/.test(type) ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('');

/** The anchors that links between the files use: lower case, no punctuation, hyphens for blanks, all different. */
function anchors() {
  const taken = new Set();
  return (text) => {
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    let anchor = slug;
    for (let count = 1; taken.has(anchor); count += 1) anchor = `${slug}-${count}`;
    taken.add(anchor);
    return anchor;
  };
}

/** A state diagram as a table, because the site draws no diagrams. */
function transitions(diagram) {
  const arrows = [...diagram.matchAll(/^ *(\S+) --> ([^:\s]+)(?:: (.*))?$/gm)];
  const rows = arrows.map(
    ([, from, to, event = '']) => `| ${from === '[*]' ? 'start' : `\`${from}\``} | ${event} | \`${to}\` |`,
  );
  return ['| state | event | next state |', '|---|---|---|', ...rows].join('\n');
}

/** Reads a text; headings, and rows that explain a piece of code, get anchors. */
export function parse(text) {
  const tokens = md.parse(
    text.replaceAll(/^```mermaid\n([\s\S]*?)^```$/gm, (_, diagram) => transitions(diagram)),
    {},
  );
  const anchorOf = anchors();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', anchorOf(textOf(tokens[index + 1])));
    // The policy of the pages allows no style attributes.
    const side = /^t[hd]_open$/.test(token.type) && /text-align:(\w+)/.exec(token.attrGet('style'))?.[1];
    if (side) token.attrs = [['class', side]];
  }
  for (const [index, token] of tokens.entries()) {
    const [cell, inline] = tokens.slice(index + 1, index + 3);
    if (token.type === 'tr_open' && cell.type === 'td_open' && inline.children[0]?.type === 'code_inline')
      token.attrSet('id', anchorOf(inline.children[0].content));
  }
  markWideTables(tokens);
  return tokens;
}

const SOURCE = /(<img\b[^>]*?\bsrc=")([^"]*)"/g;

/** What links and pictures lead to. */
export function targetsOf(tokens) {
  return tokens.flatMap((token) => {
    if (token.children) return targetsOf(token.children);
    if (/^html_/.test(token.type)) return [...token.content.matchAll(SOURCE)].map(([, , path]) => ({ path }));
    const address = token.attrGet('href') ?? token.attrGet('src');
    if (address === null || /^[a-z]+:/.test(address)) return [];
    const [path, anchor] = address.split('#');
    return [{ path, anchor }];
  });
}

const { rules } = md.renderer;
rules.heading_open = (tokens, index) => {
  const { tag } = tokens[index];
  const id = tokens[index].attrGet('id');
  return `<${tag} id="${id}"><a class="here" href="#${id}">`;
};
rules.heading_close = (tokens, index) => `</a></${tokens[index].tag}>\n`;
rules.table_open = (tokens, index, options, _env, self) =>
  `<div class="frame">${self.renderToken(tokens, index, options)}`;
rules.table_close = () => '</table></div>\n';
/** Long names break at their parts. */
const PARTS = /[._/](?=\w)|[a-z](?=[A-Z])/g;
const UNBROKEN = 26;
export const breakable = (html) => html.replaceAll(PARTS, '$&<wbr>');

rules.code_inline = (tokens, index) => {
  const { content } = tokens[index];
  const code = escapeHtml(content);
  // An option does not break behind its hyphens.
  if (/^--?[\w-]{1,24}$/.test(content)) return `<code class="option">${code}</code>`;
  return `<code>${content.length > UNBROKEN ? breakable(code) : code}</code>`;
};
rules.fence = (tokens, index) => {
  const { content, info } = tokens[index];
  const [language = '', name] = info.trim().split(' ');
  const code = language in LANGUAGES ? hljs.highlight(content, { language }).value : escapeHtml(content);
  const caption = name ? `<figcaption>${escapeHtml(name)}</figcaption>` : '';
  return `<figure class="code">${caption}<pre class="frame"><code>${code}</code></pre></figure>\n`;
};

/** A picture leads to its file, because on a phone the details are small. */
rules.image = (tokens, index, options, env, self) => {
  const own = tokens[index].attrGet('src');
  const source = env.addressOf(own);
  const alt = escapeHtml(self.renderInlineAsText(tokens[index].children, options, env));
  return `<a class="picture" href="${source}"><img src="${source}" alt="${alt}"${env.sizeOf(own)} loading="lazy"></a>`;
};
const html = (tokens, index, _options, env) =>
  tokens[index].content.replaceAll(SOURCE, (_, before, source) => `${before}${env.addressOf(source)}"`);
rules.html_block = html;
rules.html_inline = html;

/** Leads links to where their targets are on the site. A file that is not on the site is named only. */
function withAddresses(tokens, env) {
  let tag = 'a';
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'link_open') {
      const address = env.addressOf(token.attrGet('href'));
      tag = address === undefined ? 'span' : 'a';
      token.attrs = address === undefined ? [] : [['href', address]];
    }
    if (/^link_/.test(token.type)) token.tag = tag;
  }
  return tokens;
}

/** Addresses and sizes of what a page links to come from `env`. */
export const render = (tokens, env) => md.renderer.render(withAddresses(tokens, env), md.options, env);

export const renderInline = (text) => md.renderInline(text);

/** YAML as people write it by hand: each layout by its name. All are plain maps at the top. */
export const yamlLayouts: Record<string, string> = {
  'folded text': 'title: A\nabout: >\n  One line of a text\n  and the next one.\nlast: Z\n',
  'folded and stripped text':
    'about: >-\n  One line of a text\n  and the next one.\n\n  A second paragraph.\nlast: Z\n',
  'folded text with an indented part': 'about: >-\n  One line\n    deeper\n  and back.\nlast: Z\n',
  'literal text': 'about: |\n  One line\n  and the next one.\nlast: Z\n',
  'literal and stripped text': 'about: |-\n  One line\n\n    deeper\nlast: Z\n',
  'literal text that keeps its end': 'first: A\nabout: |+\n  One line\n\n\nlast: Z\n',
  'literal texts that keep their ends in a list': 'list:\n  - |+\n    One\n\n  - |+\n    Two\n\n\n  - three\nlast: Z\n',
  'literal text with its indent as a number': 'about: |2-\n    deeper\n  and back\nlast: Z\n',
  'literal text with a comment beside it': 'about: |- # as on the door\n  One line\n  Two\nlast: Z\n',
  'plain text of several lines': 'about: One line of a text\n  and the next\n\n  one.\nlast: Z\n',
  'plain text below its key': 'about:\n  One line of a text\n  and the next one.\nlast: Z\n',
  'quoted text of several lines': `about: "One line of a text\n  and the next\n\n  one."\nother: 'It''s one line\n  and another'\nlast: Z\n`,
  'quoted text with a continuation': 'about: "One line of a \\\n  text without a space"\nlast: Z\n',
  'quoted text with escapes': 'about: "a\\tb\\u00e9\\n"\npath: "C:\\\\x"\nlast: Z\n',
  'single and double quotes': `a: 'it''s'\nb: "say \\"x\\""\nc: '1'\nd: plain "x"\nlast: 'Z'\n`,
  'keys in quotes': `"first key": A\n'second': B\n"a: b": C\nlist:\n  - "k": 1\n    'l': 2\n`,
  'aligned values': 'title:     A\nyear:      2024\nlong name: B   # about B\nlist:\n  - a:    1\n    long: 2\n',
  'list with an indent of 4': 'list:\n    - name: A\n      year: 1\n\n    - name: B\n      year: 2\nlast: Z\n',
  'list with 4 spaces after the dash': 'list:\n  -   name: A\n      year: 1\n  -   name: B\n      year: 2\nlast: Z\n',
  'list without an indent': 'list:\n- name: A\n  tags:\n  - x\n  - y\n- name: B\n  tags:\n  - z\nlast: Z\n',
  'map with an indent of 4': 'site:\n    title: A\n    address:\n        street: B\n        town: C\nlast: Z\n',
  'comment after a key of a list': 'list: # in the order of the page\n  - A\n  - B\nmap: # both\n  a: 1\n  b: 2\n',
  'comments between entries':
    '# The file.\n\n# About the title.\ntitle: A\nlist:\n  # The first.\n  - A # beside A\n  # The second,\n  # on two lines.\n  - B\n  # After the last.\n# About the last.\nlast: Z\n# The end.\n',
  'comments deeper than the entries':
    'list:\n  - A\n    # about A\n  - name: B\n    # about B\n      # deeper\n\n  - C\nmap:\n  a: 1\n    # about a\n  b: 2\nlast: Z\n',
  'comments of no indent in a list': 'list:\n  - A\n# old: B\n  - C\n\n# old: D\n\n  - E\nlast: Z\n',
  'blank lines': '\n\ntitle: A\n\n\nlist:\n\n  - A\n\n\n  - B\n\n  - C\n\n\nlast: Z\n\n\n',
  'blank lines with spaces': 'title: A\n  \nlist:\n  - A\n    \n  - B\n \nlast: Z\n',
  'spaces at the ends of lines': 'title: A  \nlist:   \n  - A \n  - B\t\nlast: Z \n',
  'flow list and map': 'tags: [a, "b, c", d]\nsize: {width: 10, height: 20}\nnone: []\nnothing: {}\nlast: Z\n',
  'flow list and map over several lines':
    'tags: [\n  a,\n  b,\n  c\n]\nsize: {\n  width: 10,\n  height: 20,\n}\nlast: Z\n',
  'flow list with comments':
    'tags: [ # all of them\n  a, # the first, really\n  # the second\n  b,\n  c # the last\n  ]\nlast: Z\n',
  'flow lists and maps in lists': 'list:\n  - {a: 1, b: [x, y]}\n  - [1, [2, 3], {c: d}]\n  - { a: 2 }\nlast: Z\n',
  'flow map as in JSON': '{"title": "A", "list": [1,2,{"a":"b"}],\n "last":"Z"}\n',
  'flow list of pairs': 'list: [a: 1, b: 2]\nmap: {a, b: , "c":3}\nlast: Z\n',
  'spellings of numbers': 'a: 1e3\nb: 007\nc: 0x1F\nd: 1.50\ne: +5\nf: -0.0\ng: .5\nh: 0o17\nlast: 1_000\n',
  'spellings of null and booleans':
    'a: ~\nb: null\nc:\nd: Null # none\ne: TRUE\nf: false\nlist:\n  -\n  - ~\nlast: yes\n',
  'dates and times': 'a: 2024-01-05\nb: 12:30\nc: 2024-01-05T10:00:00Z\nlast: 1.0.0\n',
  'Unicode and emoji': 'título: Ñandú — “quoted” …\nभाषा: हिन्दी\nlist:\n  - 👩‍👩‍👧 family\n  - 🇮🇳 # flag\nlast: 中文\n',
  'document start': '---\ntitle: A\nlist:\n  - A\n  - B\nlast: Z\n',
  'document start with a comment, and an end':
    '%YAML 1.2\n# Head.\n--- # start\ntitle: A\nlist:\n  - A\nlast: Z\n...\n',
  'no line break at the end': 'title: A\nlist:\n  - A\n  - B',
  'no line break after a block text': 'title: A\nabout: |-\n  One\n  Two',
  'lists in lists': 'list:\n  - - A\n    - B\n  - - C\n  -\n    - D\n    - E # last\nlast: Z\n',
  'entries below their dashes': 'list:\n  -\n    name: A\n    year: 1\n  - # second\n    name: B\nlast: Z\n',
  'entries with _id in another order':
    'list:\n  - name: A\n    _id: a\n  - _id: b\n    name: B # b\n\n  - _id: c\nlast: Z\n',
  'keys with a question mark': '? title\n: A\n? list\n:\n  - A\n  - B\nlast: Z\n',
  'long line': `title: ${'A long text on one line. '.repeat(12)}end\nlist:\n  - ${'Another one, in a list. '.repeat(12)}end\nlast: Z\n`,
  'texts that look like something else': `a: "- x"\nb: '# x'\nc: "a: b"\nd: 'true'\ne: "[x"\nf: http://x.example/a#b\ng: a#b\nh: "@x"\n`,
}

"use strict";
(() => {
  // src/domain/kernel/one-line.ts
  var REFUSED = /[^\P{Cc}\t\0]|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
  var ALL_REFUSED = new RegExp(REFUSED, "gu");
  var SEEN = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cf}\p{Cc}\u2800]/u;
  var isSeen = (text) => SEEN.test(text);

  // src/domain/kernel/typed-text.ts
  var OWN_RANGES = "AA B2-B3 B9-BA BC-BE 2B0-2B8 2E0-2E4 10FC 1D2C-1D2E 1D30-1D3A 1D3C-1D4D 1D4F-1D6A 1D78 1D9B-1DBF 2070-2071 2074-208E 2090-209C 2120 2122 2150-215F 2189 2C7C-2C7D 2D6F 3192-319F A69C-A69D A770 A7F1-A7F4 A7F8-A7F9 AB5C-AB5F AB69 10781-10785 10787-107B0 107B2-107BA 1E030-1E06D 1F16A-1F16C";
  var UNITS = [
    ["㍸", "dm²"],
    ["㍹", "dm³"],
    ["㎟", "mm²"],
    ["㎠", "cm²"],
    ["㎡", "m²"],
    ["㎢", "km²"],
    ["㎣", "mm³"],
    ["㎤", "cm³"],
    ["㎥", "m³"],
    ["㎦", "km³"],
    ["㎨", "m∕s²"],
    ["㎯", "rad∕s²"]
  ];
  var PLAIN = [
    ["'", "`´‘’‚‛‹›ʼ′"],
    ['"', "“”„‟«»″"],
    ["-", "‐‑‒–—―−"]
  ];
  var INVISIBLE_RANGES = "AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFFB 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF";
  var SPACE_RANGES = "9-D 20 85 1680 2028-2029";
  var ASIDE = 983040;
  var rangesOf = (ranges) => ranges.split(" ").map((range) => {
    const [first = "", last = first] = range.split("-");
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
  var charactersOf = (ranges) => rangesOf(ranges).flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)));
  var escaped = (code) => `\\u{${code.toString(16)}}`;
  var classOf = (ranges) => `[${rangesOf(ranges).map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join("")}]`;
  var OWN = charactersOf(OWN_RANGES);
  var asideOf = (place) => String.fromCodePoint(ASIDE + place);
  var BEFORE = new Map([...UNITS, ...PLAIN.flatMap(([plain, typed]) => [...typed].map((one) => [one, plain]))]);
  var PUT_ASIDE = new Map(OWN.map((one, place) => [one, asideOf(place)]));
  var PUT_BACK = new Map(OWN.map((one, place) => [asideOf(place), one]));
  var anyOf = (characters) => new RegExp(`[${[...characters].map((one) => escaped(one.codePointAt(0) ?? 0)).join("")}]`, "gu");
  var TO_REPLACE = anyOf(BEFORE.keys());
  var TO_PUT_ASIDE = anyOf(PUT_ASIDE.keys());
  var TO_PUT_BACK = anyOf(PUT_BACK.keys());
  var INVISIBLE = new RegExp(classOf(INVISIBLE_RANGES), "gu");
  var SPACES = new RegExp(`${classOf(SPACE_RANGES)}+`, "gu");
  var IS_ASCII = /^[ -_a-~]*$/;
  var replacing = (text, characters, by) => text.replaceAll(characters, (one) => by.get(one) ?? one);
  function foldText(text, { keepsCase = false } = {}) {
    if (IS_ASCII.test(text)) return (keepsCase ? text : text.toLowerCase()).replaceAll(SPACES, " ");
    const plain = replacing(text.replaceAll(INVISIBLE, ""), TO_REPLACE, BEFORE);
    const normal = replacing(replacing(plain, TO_PUT_ASIDE, PUT_ASIDE).normalize("NFKC"), TO_REPLACE, BEFORE);
    const cased = keepsCase ? normal : foldCase(normal).normalize("NFKC");
    return replacing(cased, TO_PUT_BACK, PUT_BACK).replaceAll(SPACES, " ");
  }
  var foldCase = (text) => text.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("i̇", "i");
  var comparedText = (text, options = {}) => foldText(text, options).trim();

  // src/domain/studio/lesson-content/answer-points.ts
  var answerPointsOf = (quiz2, question) => question.type === "essay" ? null : question.answer_points ?? quiz2.answer_points ?? null;

  // src/domain/learning/quizzes/text.ts
  var WORDS = new Intl.Segmenter("en", { granularity: "word" });
  function countWords(text, most) {
    let words = 0;
    for (const { isWordLike } of WORDS.segment(text)) {
      if (isWordLike) words++;
      if (words === most) break;
    }
    return words;
  }

  // src/domain/learning/quizzes/answers.ts
  var idOf = (question) => question.id ?? "";
  var LARGEST_BYTES = 1024 * 1024;

  // src/domain/learning/quizzes/fraction.ts
  var fraction = (part2, whole = 1) => ({ part: BigInt(part2), whole: BigInt(whole) });
  var times = (one, other) => reduced(one.part * other.part, one.whole * other.whole);
  var sum = (fractions) => fractions.reduce((one, other) => reduced(one.part * other.whole + other.part * one.whole, one.whole * other.whole), fraction(0));
  var isAtLeast = (one, other) => one.part * other.whole >= other.part * one.whole;
  var larger = (one, other) => isAtLeast(one, other) ? one : other;
  function floor({ part: part2, whole }) {
    const cut = part2 / whole;
    return Number(part2 < 0n && cut * whole !== part2 ? cut - 1n : cut);
  }
  var halfUp = ({ part: part2, whole }) => floor({ part: 2n * part2 + whole, whole: 2n * whole });
  function reduced(part2, whole) {
    let [a, b] = [part2 < 0n ? -part2 : part2, whole];
    while (b !== 0n) [a, b] = [b, a % b];
    return a === 0n ? { part: 0n, whole: 1n } : { part: part2 / a, whole: whole / a };
  }

  // src/domain/learning/quizzes/score.ts
  var PENALTIES = {
    none: fraction(0),
    quarter: fraction(-1, 4),
    third: fraction(-1, 3),
    half: fraction(-1, 2),
    full: fraction(-1)
  };
  var ALL = fraction(1);
  var NOTHING = fraction(0);
  var allOrNothing = (isRight) => isRight ? ALL : NOTHING;
  function scoreQuiz(quiz2, answers, { regrade = [], given = {} } = {}) {
    const { questions, passing_score_percent, allow_negative = false } = quiz2;
    const byQuestion = new Map(answers.map((answer) => [answer.question_id, answer]));
    const rules = new Map(regrade.map((rule) => [rule.question_id, rule]));
    const scores = questions.map((question) => {
      const id = idOf(question);
      const points = pointsGiven(given, id);
      if (points === null) return scoreExactly(question, byQuestion.get(id), otherPointsOf(quiz2, question), rules.get(id));
      const most2 = hundredths(question.points);
      return { question_id: id, earned: fraction(hundredths(points)), most: most2, is_correct: hundredths(points) >= most2 };
    });
    const certain = sum(scores.map(({ earned }) => earned ?? NOTHING));
    const open = scores.reduce((total2, { earned, most: most2 }) => earned === null ? total2 + most2 : total2, 0);
    const most = scores.reduce((total2, score) => total2 + score.most, 0);
    const bounded = (points) => larger(points, allow_negative ? fraction(-most) : NOTHING);
    const needed = fraction(hundredths(passing_score_percent) * most, 1e4);
    const total = bounded(certain);
    return {
      results: scores.map(({ earned, most: max, ...same }) => ({ ...same, points: earned && halfUp(earned) / 100, max_points: max / 100 })),
      score_points: halfUp(total) / 100,
      max_points: most / 100,
      score_percent: most === 0 ? null : Math.min(100, floor(times(total, fraction(1e4, most))) / 100),
      is_passed: isAtLeast(total, needed) ? true : isAtLeast(bounded(sum([certain, fraction(open)])), needed) ? null : false,
      needs_grading: scores.some(({ earned }) => earned === null)
    };
  }
  var pointsGiven = (given, questionId) => Object.hasOwn(given, questionId) ? given[questionId] ?? null : null;
  function otherPointsOf(quiz2, question) {
    if (question.type === "essay") return { wrong: NOTHING, empty: NOTHING };
    const stated = answerPointsOf(quiz2, question);
    if (stated) return { wrong: fraction(hundredths(stated.wrong)), empty: fraction(hundredths(stated.empty)) };
    return { wrong: times(fraction(hundredths(question.points)), PENALTIES[quiz2.wrong_penalty ?? "none"]), empty: NOTHING };
  }
  function scoreExactly(question, answer, { wrong, empty }, rule) {
    const most = hundredths(question.points);
    const same = { question_id: idOf(question), most };
    if (rule?.mode === "leave_out") return { ...same, earned: NOTHING, most: 0, is_correct: null };
    if (rule?.mode === "full_points") return { ...same, earned: fraction(most), is_correct: true };
    if (question.type === "essay") return hasText(answer?.text) ? { ...same, earned: null, is_correct: null } : { ...same, earned: NOTHING, is_correct: false };
    if (!answer || isBlank(answer)) return { ...same, earned: empty, is_correct: false };
    const share = keysOf(question, rule).map((key) => shareOf(key, answer)).reduce(larger);
    return { ...same, earned: share.part === 0n ? wrong : larger(times(fraction(most), share), wrong), is_correct: isAtLeast(share, ALL) };
  }
  function keysOf(question, rule) {
    if (!rule?.question || rule.question.type !== question.type) return [question];
    return rule.mode === "either_key" ? [question, rule.question] : [rule.question];
  }
  var isPartlyRight = (question, answer) => answer !== void 0 && !isBlank(answer) && shareOf(question, answer).part > 0n;
  var hasText = (text) => typeof text === "string" && isSeen(text);
  var isBlank = ({ choice_ids, is_true, text, number, pairs }) => choice_ids.length === 0 && is_true === null && !hasText(text) && number === null && pairs.length === 0;
  function shareOf(question, answer) {
    switch (question.type) {
      case "single":
        return allOrNothing(answer.choice_ids.length === 1 && answer.choice_ids[0] === question.correct_choice_id);
      case "true_false":
        return allOrNothing(answer.is_true === question.correct);
      case "multiple":
        return multipleShare(question, new Set(answer.choice_ids));
      case "short_text":
        return allOrNothing(answer.text !== null && isAccepted(question, answer.text));
      case "numeric":
        return allOrNothing(answer.number !== null && isWithin(answer.number, question.correct_value, question.tolerance));
      case "matching":
        return matchingShare(question, answer);
      case "ordering":
        return orderingShare(question, answer);
      case "essay":
        return NOTHING;
    }
  }
  function multipleShare({ correct_choice_ids, partial_credit }, chosen) {
    const right = correct_choice_ids.filter((id) => chosen.has(id)).length;
    const part2 = Math.max(0, right - (chosen.size - right));
    return partial_credit ? fraction(part2, correct_choice_ids.length) : allOrNothing(part2 === correct_choice_ids.length);
  }
  function matchingShare({ pairs }, answer) {
    const lefts = new Map(pairs.map(({ id, left }) => [id, left]));
    const open = pairs.map(({ left, right }) => JSON.stringify([left, right]));
    for (const { id, right } of answer.pairs) {
      const found = open.indexOf(JSON.stringify([lefts.get(id), right]));
      if (found >= 0) open.splice(found, 1);
    }
    return fraction(pairs.length - open.length, pairs.length);
  }
  function orderingShare({ items }, { choice_ids }) {
    const texts = new Map(items.map(({ id, text }) => [id, text]));
    return fraction(items.filter(({ text }, place) => texts.get(choice_ids[place] ?? "") === text).length, items.length);
  }
  function isAccepted({ accepted_answers, case_sensitive }, text) {
    const options = { keepsCase: case_sensitive };
    const given = comparedText(text, options);
    return accepted_answers.some((accepted) => comparedText(accepted, options) === given);
  }
  function isWithin(number, right, tolerance) {
    const lost = 4 * Number.EPSILON * Math.max(Math.abs(number), Math.abs(right), tolerance);
    return Math.abs(number - right) <= tolerance + lost;
  }
  var hundredths = (points) => Math.round(points * 100);

  // src/domain/transfer/scorm/player/platform.js
  var LONGEST_SUSPEND_DATA = 4096;
  var MOST_PARENTS = 500;
  function findApi() {
    for (const start of [window.parent, window.opener]) {
      let at = start;
      for (let tries = 0; at && tries < MOST_PARENTS; tries++) {
        try {
          if (at.API) return at.API;
        } catch {
        }
        if (at === at.parent) break;
        at = at.parent;
      }
    }
    return null;
  }
  function openPlatform() {
    const api = findApi();
    let isOpen = api !== null && String(api.LMSInitialize("")) === "true";
    const began = Date.now();
    const get = (name) => isOpen ? String(api.LMSGetValue(name)) : "";
    const set = (name, value) => isOpen && api.LMSSetValue(name, String(value));
    const status = get("cmi.core.lesson_status");
    let isDone = ["passed", "completed"].includes(status);
    const score = get("cmi.core.score.raw");
    if (["", "not attempted", "browsed"].includes(status)) set("cmi.core.lesson_status", "incomplete");
    set("cmi.core.exit", isDone ? "" : "suspend");
    return {
      isFound: isOpen,
      isDone: () => isDone,
      suspendData: get("cmi.suspend_data"),
      location: get("cmi.core.lesson_location"),
      wasPassed: status === "passed",
      bestScore: score === "" ? null : Number(score),
      finishWith(newStatus, percent) {
        isDone = ["passed", "completed"].includes(newStatus);
        if (percent !== null) {
          set("cmi.core.score.min", 0);
          set("cmi.core.score.max", 100);
          set("cmi.core.score.raw", Math.max(0, percent));
        }
        set("cmi.core.lesson_status", newStatus);
        set("cmi.core.exit", isDone ? "" : "suspend");
        if (isOpen) api.LMSCommit("");
      },
      save(data2, location) {
        if (data2.length > LONGEST_SUSPEND_DATA) throw new Error("the data is too long");
        set("cmi.suspend_data", data2);
        set("cmi.core.lesson_location", location);
        if (isOpen) api.LMSCommit("");
      },
      close() {
        if (!isOpen) return;
        set("cmi.core.session_time", spanOf(Date.now() - began));
        api.LMSFinish("");
        isOpen = false;
      }
    };
  }
  function spanOf(milliseconds) {
    const seconds = Math.floor(milliseconds / 1e3);
    const two = (number) => String(number).padStart(2, "0");
    return `${String(Math.min(9999, Math.floor(seconds / 3600))).padStart(4, "0")}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  }

  // src/domain/transfer/scorm/player/state.js
  var LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  var BITS = 6;
  var pairOfLetters = (number) => LETTERS[number >> BITS] + LETTERS[number & 63];
  var numberOf = (letters) => LETTERS.indexOf(letters[0]) << BITS | LETTERS.indexOf(letters[1]);
  var blankAnswer = (question) => ({ question_id: question.id, choice_ids: [], is_true: null, text: null, number: null, pairs: [] });
  var rightSides = ({ pairs, distractors }) => [.../* @__PURE__ */ new Set([...pairs.map(({ right }) => right), ...distractors])];
  function packAnswer(question, answer) {
    if (!answer) return "";
    switch (question.type) {
      case "single":
      case "ordering": {
        const list = question.type === "single" ? question.choices : question.items;
        return answer.choice_ids.map((id) => LETTERS[list.findIndex((one) => one.id === id)]).join("");
      }
      case "multiple": {
        if (answer.choice_ids.length === 0) return "";
        let packed = "";
        for (let from = 0; from < question.choices.length; from += BITS) {
          const part2 = question.choices.slice(from, from + BITS);
          packed += LETTERS[part2.reduce((bits, { id }, place) => bits | (answer.choice_ids.includes(id) ? 1 << place : 0), 0)];
        }
        return packed;
      }
      case "true_false":
        return answer.is_true === null ? "" : answer.is_true ? "1" : "0";
      case "matching": {
        if (answer.pairs.length === 0) return "";
        const rights = rightSides(question);
        return question.pairs.map(({ id }) => pairOfLetters(rights.indexOf(answer.pairs.find((pair) => pair.id === id)?.right) + 1)).join("");
      }
      default:
        return (answer.text ?? "").replaceAll(/[%,;]/g, (mark) => `%${"%,;".indexOf(mark)}`);
    }
  }
  function unpackAnswer(question, packed) {
    if (packed === "") return void 0;
    const answer = blankAnswer(question);
    switch (question.type) {
      case "single":
      case "ordering": {
        const list = question.type === "single" ? question.choices : question.items;
        answer.choice_ids = [...packed].map((letter) => list[LETTERS.indexOf(letter)].id);
        break;
      }
      case "multiple":
        answer.choice_ids = question.choices.filter((_, at) => LETTERS.indexOf(packed[Math.floor(at / BITS)]) & 1 << at % BITS).map(({ id }) => id);
        break;
      case "true_false":
        answer.is_true = packed === "1";
        break;
      case "matching": {
        const rights = rightSides(question);
        answer.pairs = question.pairs.map(({ id }, at) => ({ id, right: rights[numberOf(packed.slice(2 * at, 2 * at + 2)) - 1] })).filter(({ right }) => right !== void 0);
        break;
      }
      default:
        answer.text = packed.replaceAll(/%[012]/g, (mark) => "%,;"[Number(mark[1])]);
        if (question.type === "numeric") answer.number = parseNumber(answer.text);
    }
    return answer;
  }
  function parseNumber(text) {
    const typed = text.trim();
    const number = Number(typed.includes(".") ? typed : typed.replace(",", "."));
    return typed !== "" && Number.isFinite(number) ? number : null;
  }
  var VERSION = "1";
  function packState(quiz2, state) {
    const { seed, attempt, started, isRunning, best, isPassed } = state;
    const head = [
      VERSION,
      quiz2.fingerprint,
      seed.toString(36),
      attempt,
      Math.floor(started / 1e3).toString(36),
      isRunning ? 1 : 0,
      best ?? "",
      isPassed ? 1 : 0
    ];
    const packed = quiz2.questions.map((question) => packAnswer(question, state.answers.get(question.id)));
    const text = () => `${head.join(";")};${packed.join(",").replace(/,+$/, "")}`;
    let lost = 0;
    const longest = packed.map((answer, at) => ({ at, size: answer.length })).sort((a, b) => a.size - b.size);
    let whole = text();
    while (whole.length > LONGEST_SUSPEND_DATA) {
      packed[longest.pop().at] = "";
      lost += 1;
      whole = text();
    }
    return { text: whole, lost };
  }
  function unpackState(quiz2, text) {
    try {
      const [version, fingerprint, seed, attempt, started, isRunning, best, isPassed, packed] = text.split(";");
      if (version !== VERSION || fingerprint !== quiz2.fingerprint) return void 0;
      const answers = packed.split(",");
      return {
        seed: Number.parseInt(seed, 36),
        attempt: Number(attempt),
        started: Number.parseInt(started, 36) * 1e3,
        isRunning: isRunning === "1",
        best: best === "" ? null : Number(best),
        isPassed: isPassed === "1",
        answers: new Map(
          quiz2.questions.flatMap((question, at) => {
            const answer = unpackAnswer(question, answers[at] ?? "");
            return answer ? [[question.id, answer]] : [];
          })
        )
      };
    } catch {
      return void 0;
    }
  }
  function shuffledBy(seed, list) {
    let state = seed >>> 0;
    const next = () => {
      state = state + 1831565813 >>> 0;
      let mixed = Math.imul(state ^ state >>> 15, 1 | state);
      mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
      return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
    };
    const shuffled = [...list];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = Math.floor(next() * (last + 1));
      [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
    }
    return shuffled;
  }
  function shuffledFromKey(seed, list, key, textOf) {
    const canDiffer = new Set(list.map(textOf)).size > 1;
    for (let round = 0; ; round++) {
      const order = shuffledBy(seed + round * 7919, list);
      if (!canDiffer || key.some((one, place) => textOf(one) !== textOf(order[place]))) return order;
    }
  }

  // src/domain/transfer/scorm/player/player.js
  var data = readData(globalThis.lessonData);
  var { labels, quiz } = data;
  var part = (name) => document.querySelector(`main > [data-part=${name}]`);
  var root = part("player");
  var platform = openPlatform();
  var say = (key, values = {}) => labels[key].replaceAll(/\{(\w+)\}/g, (_, name) => values[name]);
  var numbers = new Intl.NumberFormat(data.language, { maximumFractionDigits: 2 });
  function readData(text) {
    const bytes = Uint8Array.from(atob(text), (letter, at) => letter.charCodeAt(0) ^ at * 31 + 97 & 255);
    return JSON.parse(new TextDecoder().decode(bytes));
  }
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }
  function written(tag, html, attributes = {}) {
    const element = make(tag, { lang: data.written, dir: "auto", ...attributes });
    element.innerHTML = html;
    return element;
  }
  var button = (label, onclick, isMain = false) => make("button", { type: "button", class: isMain ? "main" : null, onclick }, label);
  var announce = (text) => {
    part("status").textContent = text;
  };
  function show(title, ...children) {
    const heading = make("h2", { tabindex: "-1" }, title);
    root.replaceChildren(heading, ...children.filter((child) => child !== null));
    heading.focus();
    window.scrollTo(0, 0);
  }
  function playReading() {
    const done = make("p", {}, say("is_done"));
    const complete = () => {
      platform.finishWith("completed", null);
      root.replaceChildren(done);
      announce(say("is_done"));
    };
    if (platform.isDone()) return root.replaceChildren(done);
    root.replaceChildren(make("div", { class: "buttons" }, button(say("mark_done"), complete, true)));
    for (const media of document.querySelectorAll("[data-part=content] video, [data-part=content] audio"))
      media.addEventListener("ended", () => !platform.isDone() && complete());
  }
  function playQuiz() {
    const needsPerson = quiz.questions.some(({ type }) => type === "essay");
    const anew = { attempt: 0, isRunning: false, best: platform.bestScore, isPassed: platform.wasPassed, answers: /* @__PURE__ */ new Map(), seed: 0, started: 0 };
    const state = unpackState(quiz, platform.suspendData) ?? anew;
    let order = [];
    let place = 0;
    let clock;
    const attemptsLeft = () => quiz.max_attempts === null || quiz.max_attempts === void 0 ? null : quiz.max_attempts - state.attempt;
    const endsAt = () => quiz.time_limit_minutes === null ? Infinity : state.started + quiz.time_limit_minutes * 6e4;
    const seedOf = (question) => state.seed + quiz.questions.indexOf(question) * 104729;
    function save() {
      const { text, lost } = packState(quiz, state);
      platform.save(text, state.isRunning ? place + 1 : "");
      if (state.isRunning) announce(lost > 0 ? say("not_kept") : "");
    }
    function arrange() {
      order = quiz.shuffle_questions ? shuffledBy(state.seed, quiz.questions) : quiz.questions;
    }
    function start() {
      Object.assign(state, { seed: Math.floor(Math.random() * 2 ** 31), attempt: state.attempt + 1, started: Date.now(), isRunning: true, answers: /* @__PURE__ */ new Map() });
      place = 0;
      run();
    }
    function run() {
      arrange();
      part("content").hidden = true;
      if (quiz.time_limit_minutes !== null) clock = setInterval(tick, 1e3);
      save();
      showQuestion();
    }
    function tick() {
      const left = endsAt() - Date.now();
      const timer = root.querySelector("[role=timer]");
      const text = say("time_left", { count: Math.max(0, Math.ceil(left / 6e4)) });
      if (timer && timer.textContent !== text) timer.textContent = text;
      if (left <= 0) handIn(true);
    }
    function answerPoints(question) {
      const { wrong, empty } = otherPointsOf(quiz, question);
      const ofHundredths = (points) => numbers.format(Number(points.part) / Number(points.whole) / 100);
      if (wrong.part === 0n && empty.part === 0n) return null;
      return say("answer_points", { right: numbers.format(question.points), wrong: ofHundredths(wrong), empty: ofHundredths(empty) });
    }
    function pointsOf(question) {
      return answerPoints(question) ?? (question.points > 0 ? say("points", { count: numbers.format(question.points) }) : null);
    }
    function allAnswerPoints() {
      const all = quiz.questions.map(answerPoints);
      return [...new Set(all)].flatMap((text) => {
        const count = all.filter((one) => one === text).length;
        return text === null || count === all.length ? text ?? [] : `${text} (${say("questions", { count: numbers.format(count) })})`;
      });
    }
    function showStart() {
      part("content").hidden = false;
      const left = attemptsLeft();
      const facts = [
        say("questions", { count: numbers.format(quiz.questions.length) }),
        ...allAnswerPoints(),
        needsPerson ? null : say("pass_percent", { count: numbers.format(quiz.passing_score_percent) }),
        quiz.time_limit_minutes === null ? null : say("minutes", { count: numbers.format(quiz.time_limit_minutes) }),
        left === null ? null : say("attempts_left", { count: left })
      ];
      root.replaceChildren(
        make("ul", {}, ...facts.filter(Boolean).map((fact) => make("li", {}, fact))),
        make("div", { class: "buttons" }, button(say("start"), start, true))
      );
    }
    function go(to) {
      place = to;
      save();
      showQuestion();
    }
    function showQuestion() {
      const question = order[place];
      const points = pointsOf(question);
      const options = order.map((_, at) => make("option", { value: at, selected: at === place }, String(at + 1)));
      show(
        say("question", { number: place + 1, count: order.length }),
        quiz.time_limit_minutes === null ? null : make("p", { role: "timer" }),
        points === null ? null : make("p", {}, points),
        written("div", quiz.html[question.id].prompt, { id: "prompt" }),
        fieldFor(question),
        make(
          "div",
          { class: "buttons" },
          place > 0 ? button(say("previous"), () => go(place - 1)) : null,
          place < order.length - 1 ? button(say("next"), () => go(place + 1), true) : button(say("hand_in"), confirm, true),
          place < order.length - 1 ? button(say("hand_in"), confirm) : null
        ),
        order.length > 1 ? make("label", {}, `${say("go_to")} `, make("select", { onchange: (event) => go(Number(event.target.value)) }, ...options)) : null
      );
      if (quiz.time_limit_minutes !== null) tick();
    }
    function confirm() {
      save();
      const unanswered = order.filter((question) => packAnswer(question, state.answers.get(question.id)).trim() === "").length;
      show(
        say("hand_in_now"),
        unanswered > 0 ? make("p", {}, say("unanswered", { count: unanswered })) : null,
        make(
          "div",
          { class: "buttons" },
          button(say("hand_in"), () => handIn(false), true),
          button(say("go_back"), showQuestion)
        )
      );
    }
    function handIn(isTimeOver) {
      clearInterval(clock);
      state.isRunning = false;
      const score = scoreQuiz(quiz, [...state.answers.values()]);
      if (isScored(score) && (state.best === null || score.score_percent > state.best)) state.best = score.score_percent;
      state.isPassed ||= score.is_passed === true;
      save();
      platform.finishWith(needsPerson ? "completed" : state.isPassed ? "passed" : "failed", needsPerson ? null : state.best);
      showResult(score);
      if (isTimeOver) announce(say("time_over"));
    }
    const isScored = ({ score_percent }) => !needsPerson && score_percent !== null;
    const showsKey = () => quiz.show_answers === "after_attempt" || quiz.show_answers === "after_passing" && state.isPassed || quiz.show_answers === "after_last_attempt" && attemptsLeft() !== null && attemptsLeft() <= 0;
    function showResult(score) {
      part("content").hidden = true;
      arrange();
      const percent = (value) => numbers.format(Math.max(0, value));
      const results = new Map(score.results.map((result) => [result.question_id, result]));
      const left = attemptsLeft();
      show(
        say("result"),
        needsPerson ? make("p", {}, say("person_grades")) : null,
        isScored(score) ? make("p", {}, say("score", { percent: percent(score.score_percent) })) : null,
        isScored(score) && state.best > score.score_percent ? make("p", {}, say("best", { percent: percent(state.best) })) : null,
        needsPerson ? make("p", {}, say("is_done")) : make("p", {}, say(state.isPassed ? "passed" : "failed")),
        needsPerson ? make("p", {}, say("hand_in_elsewhere")) : null,
        left === null || left > 0 ? make("div", { class: "buttons" }, button(say("again"), start, true)) : null,
        showsKey() ? make("ol", {}, ...order.map((question) => resultOf(question, results.get(question.id)))) : null
      );
    }
    function verdictOn(question, { points, max_points, is_correct }) {
      if (points === null || question.type === "essay") return "not_graded";
      if (is_correct) return "correct";
      return max_points > 0 && isPartlyRight(question, state.answers.get(question.id)) ? "partly" : "wrong";
    }
    function resultOf(question, result) {
      const key = keyOf(question);
      const { prompt, explanation } = quiz.html[question.id];
      return make(
        "li",
        {},
        written("div", prompt),
        make("p", {}, make("strong", {}, say(verdictOn(question, result)))),
        key === null || result.is_correct ? null : make("p", {}, say("correct_answer", { text: key })),
        explanation === null ? null : make("div", {}, make("p", {}, `${say("explanation")}:`), written("div", explanation))
      );
    }
    function keyOf(question) {
      switch (question.type) {
        case "single":
          return question.choices.find(({ id }) => id === question.correct_choice_id)?.text ?? null;
        case "multiple":
          return question.choices.filter(({ id }) => question.correct_choice_ids.includes(id)).map(({ text }) => text).join(" · ");
        case "true_false":
          return say(question.correct ? "true" : "false");
        case "short_text":
          return question.accepted_answers.join(" · ");
        case "numeric":
          return `${new Intl.NumberFormat(data.language, { maximumSignificantDigits: 15 }).format(question.correct_value)} ${question.unit ?? ""}`.trim();
        case "matching":
          return question.pairs.map(({ left, right }) => `${left} – ${right}`).join(" · ");
        case "ordering":
          return question.items.map(({ text }, at) => `${at + 1}. ${text}`).join(" ");
        default:
          return null;
      }
    }
    function answer(question, change) {
      state.answers.set(question.id, { ...blankAnswer(question), ...change });
      save();
    }
    function fieldFor(question) {
      const given = state.answers.get(question.id);
      const { items } = quiz.html[question.id];
      const legend = make("legend", {}, say("answer"));
      switch (question.type) {
        case "single":
        case "multiple": {
          const type = question.type === "single" ? "radio" : "checkbox";
          const choices = quiz.shuffle_choices ? shuffledBy(seedOf(question), question.choices) : question.choices;
          const inputs = choices.map(({ id }) => make("input", { type, name: "answer", value: id, checked: given?.choice_ids.includes(id) ?? false }));
          const change = () => answer(question, { choice_ids: inputs.filter(({ checked }) => checked).map(({ value }) => value) });
          const lines = inputs.map((input) => make("label", {}, input, " ", written("span", items[input.value])));
          return make("fieldset", { onchange: change, "aria-describedby": "prompt" }, legend, ...lines);
        }
        case "true_false": {
          const lines = [true, false].map(
            (value) => make(
              "label",
              {},
              make("input", { type: "radio", name: "answer", checked: given?.is_true === value, onchange: () => answer(question, { is_true: value }) }),
              ` ${say(value ? "true" : "false")}`
            )
          );
          return make("fieldset", { "aria-describedby": "prompt" }, legend, ...lines);
        }
        case "short_text":
        case "numeric":
          return typedField(question, given);
        case "essay":
          return essayField(question, given);
        case "matching":
          return matchingField(question, given, legend);
        case "ordering":
          return orderingField(question, given, legend);
        default:
          return null;
      }
    }
    function typedField(question, given) {
      const isNumber = question.type === "numeric";
      const fault = make("p", { id: "fault", role: "alert" });
      const oninput = ({ target }) => {
        const number = isNumber ? parseNumber(target.value) : null;
        const isBad = isNumber && target.value.trim() !== "" && number === null;
        fault.textContent = isBad ? say("not_a_number") : "";
        target.setAttribute("aria-invalid", String(isBad));
        answer(question, { text: target.value, number });
      };
      const input = make("input", {
        type: "text",
        maxlength: "1000",
        inputmode: isNumber ? "decimal" : null,
        autocomplete: "off",
        lang: isNumber ? null : data.written,
        "aria-describedby": "prompt fault",
        value: given?.text ?? "",
        oninput
      });
      return make("div", {}, make("label", {}, `${say("answer")} `, input, isNumber && question.unit ? ` ${question.unit}` : ""), fault);
    }
    function essayField(question, given) {
      const { min_words: least, max_words: most } = question;
      const count = make("p", { id: "words" });
      const tell = (text) => {
        count.textContent = [
          say("words", { count: countWords(text, Infinity) }),
          least ? say("min_words", { count: least }) : "",
          most ? say("max_words", { count: most }) : ""
        ].filter(Boolean).join(" · ");
      };
      const area = make("textarea", {
        rows: "10",
        lang: data.written,
        "aria-describedby": "prompt words",
        oninput: ({ target }) => {
          answer(question, { text: target.value });
          tell(target.value);
        }
      });
      area.value = given?.text ?? "";
      tell(area.value);
      return make("div", {}, make("label", {}, say("answer"), area), count);
    }
    function matchingField(question, given, legend) {
      const { items } = quiz.html[question.id];
      const offered = rightSides(question);
      const rights = shuffledFromKey(
        seedOf(question),
        offered,
        question.pairs.map(({ right }) => right),
        (right) => right
      );
      const selects = question.pairs.map(({ id }) => {
        const chosen = given?.pairs.find((pair) => pair.id === id)?.right;
        const options = rights.map((right) => make("option", { value: right, selected: right === chosen, lang: data.written }, right));
        return make("select", { "data-pair": id }, make("option", { value: "" }, say("choose")), ...options);
      });
      const pairs = () => selects.filter((select) => select.selectedIndex > 0).map((select) => ({ id: select.dataset.pair, right: rights[select.selectedIndex - 1] }));
      const lines = selects.map((select) => make("label", {}, written("span", items[select.dataset.pair]), " ", select));
      return make("fieldset", { onchange: () => answer(question, { pairs: pairs() }), "aria-describedby": "prompt" }, legend, ...lines);
    }
    function orderingField(question, given, legend) {
      const { items } = quiz.html[question.id];
      const textOf = ({ text }) => text;
      const byItem = new Map(question.items.map((item) => [item.id, item]));
      let list = given?.choice_ids.length ? given.choice_ids.map((id) => byItem.get(id)) : shuffledFromKey(seedOf(question), question.items, question.items, textOf);
      const shown = make("ol", { class: "ordered" });
      const draw = () => shown.replaceChildren(
        ...list.map(
          (item, at) => make(
            "li",
            {},
            written("span", items[item.id]),
            at > 0 ? make("button", { type: "button", "aria-label": say("move_up", { text: item.text }), onclick: () => move(at, at - 1) }, "↑") : null,
            at < list.length - 1 ? make("button", { type: "button", "aria-label": say("move_down", { text: item.text }), onclick: () => move(at, at + 1) }, "↓") : null
          )
        )
      );
      const move = (from, to) => {
        const item = list[from];
        list = list.toSpliced(from, 1).toSpliced(to, 0, item);
        draw();
        const buttons = [...shown.children[to].querySelectorAll("button")];
        (to < from ? buttons[0] : buttons.at(-1))?.focus();
        answer(question, { choice_ids: list.map(({ id }) => id) });
        announce(say("moved", { text: item.text, number: to + 1 }));
      };
      draw();
      return make("fieldset", { "aria-describedby": "prompt" }, legend, shown);
    }
    if (state.isRunning) {
      place = Math.min(Math.max(0, Number(platform.location) - 1 || 0), quiz.questions.length - 1);
      if (Date.now() >= endsAt()) handIn(true);
      else run();
    } else if (state.attempt > 0) showResult(scoreQuiz(quiz, [...state.answers.values()]));
    else showStart();
  }
  part("notice").hidden = platform.isFound;
  if (quiz) playQuiz();
  else playReading();
  window.addEventListener("pagehide", () => platform.close());
  window.addEventListener("pageshow", (event) => event.persisted && window.location.reload());
})();

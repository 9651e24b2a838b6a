//: $ saltus graph --format svg
// S0, Figure 3.
model Clutch
  parameter Real a1 = -0.1, a2 = -0.2, b1 = 1, b2 = 2;
  Real w1(start = 10, fixed = true), w2(start = 2, fixed = true);
  Real tau1, tau2;
  Boolean engaged = time >= 5 and time < 10;
equation
  der(w1) = a1*w1 + b1*tau1;
  der(w2) = a2*w2 + b2*tau2;
  if engaged then
    w1 - w2 = 0;
    tau1 + tau2 = 0;
  else
    tau1 = 0;
    tau2 = 0;
  end if;
end Clutch;

//: <svg xmlns="http://www.w3.org/2000/svg" width="830" height="423" viewBox="0 0 830 423" font-family="sans-serif" font-size="12">
//: <rect width="830" height="423" fill="white"/>
//: <defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
//: <text x="16" y="34" fill="black" font-weight="bold">Clutch</text>
//: <rect x="16" y="60" width="95" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="32" y="76" fill="black" font-weight="normal">1: w1, w2</text>
//: <line x1="111" y1="72" x2="220" y2="72" stroke="blue" marker-end="url(#head)"/>
//: <text x="127" y="68" fill="blue" font-weight="normal">not engaged</text>
//: <line x1="220" y1="72" x2="329" y2="72" stroke="blue" marker-end="url(#head)"/>
//: <text x="236" y="68" fill="blue" font-weight="normal">e5 for tau1</text>
//: <line x1="329" y1="72" x2="431" y2="72" stroke="blue" marker-end="url(#head)"/>
//: <text x="345" y="68" fill="blue" font-weight="normal">e1 for w1•</text>
//: <line x1="431" y1="72" x2="540" y2="72" stroke="blue" marker-end="url(#head)"/>
//: <text x="447" y="68" fill="blue" font-weight="normal">e6 for tau2</text>
//: <line x1="540" y1="72" x2="642" y2="72" stroke="blue" marker-end="url(#head)"/>
//: <text x="556" y="68" fill="blue" font-weight="normal">e2 for w2•</text>
//: <line x1="642" y1="72" x2="702" y2="72" stroke="blue" marker-end="url(#head)"/>
//: <text x="658" y="68" fill="blue" font-weight="normal">Tick</text>
//: <rect x="702" y="60" width="39" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="718" y="76" fill="black" font-weight="normal">1</text>
//: <rect x="16" y="102" width="95" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="32" y="118" fill="black" font-weight="normal">1: w1, w2</text>
//: <line x1="111" y1="114" x2="192" y2="114" stroke="red" marker-end="url(#head)"/>
//: <text x="127" y="110" fill="red" font-weight="normal">engaged</text>
//: <line x1="192" y1="114" x2="266" y2="114" stroke="red" marker-end="url(#head)"/>
//: <text x="208" y="110" fill="red" font-weight="normal">FS(e3)</text>
//: <line x1="266" y1="114" x2="599" y2="114" stroke="red" marker-end="url(#head)"/>
//: <text x="282" y="110" fill="red" font-weight="normal">e1 + e2 + e3• + e4 for w1•, w2•, tau1, tau2</text>
//: <line x1="599" y1="114" x2="659" y2="114" stroke="red" marker-end="url(#head)"/>
//: <text x="615" y="110" fill="red" font-weight="normal">Tick</text>
//: <rect x="659" y="102" width="39" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="675" y="118" fill="black" font-weight="normal">2</text>
//: <rect x="16" y="144" width="123" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="32" y="160" fill="black" font-weight="normal">2: w1, w2 #e3</text>
//: <line x1="139" y1="156" x2="248" y2="156" stroke="black" marker-end="url(#head)"/>
//: <text x="155" y="152" fill="black" font-weight="normal">not engaged</text>
//: <line x1="248" y1="156" x2="357" y2="156" stroke="black" marker-end="url(#head)"/>
//: <text x="264" y="152" fill="black" font-weight="normal">e5 for tau1</text>
//: <line x1="357" y1="156" x2="459" y2="156" stroke="black" marker-end="url(#head)"/>
//: <text x="373" y="152" fill="black" font-weight="normal">e1 for w1•</text>
//: <line x1="459" y1="156" x2="568" y2="156" stroke="black" marker-end="url(#head)"/>
//: <text x="475" y="152" fill="black" font-weight="normal">e6 for tau2</text>
//: <line x1="568" y1="156" x2="670" y2="156" stroke="black" marker-end="url(#head)"/>
//: <text x="584" y="152" fill="black" font-weight="normal">e2 for w2•</text>
//: <line x1="670" y1="156" x2="730" y2="156" stroke="black" marker-end="url(#head)"/>
//: <text x="686" y="152" fill="black" font-weight="normal">Tick</text>
//: <rect x="730" y="144" width="39" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="746" y="160" fill="black" font-weight="normal">1</text>
//: <rect x="16" y="186" width="123" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="32" y="202" fill="black" font-weight="normal">2: w1, w2 #e3</text>
//: <line x1="139" y1="198" x2="220" y2="198" stroke="blue" marker-end="url(#head)"/>
//: <text x="155" y="194" fill="blue" font-weight="normal">engaged</text>
//: <line x1="220" y1="198" x2="301" y2="198" stroke="blue" marker-end="url(#head)"/>
//: <text x="236" y="194" fill="blue" font-weight="normal">Δ &lt;- e3</text>
//: <line x1="301" y1="198" x2="382" y2="198" stroke="blue" marker-end="url(#head)"/>
//: <text x="317" y="194" fill="blue" font-weight="normal">LE(e3•)</text>
//: <line x1="382" y1="198" x2="715" y2="198" stroke="blue" marker-end="url(#head)"/>
//: <text x="398" y="194" fill="blue" font-weight="normal">e1 + e2 + e3• + e4 for w1•, w2•, tau1, tau2</text>
//: <line x1="715" y1="198" x2="775" y2="198" stroke="blue" marker-end="url(#head)"/>
//: <text x="731" y="194" fill="blue" font-weight="normal">Tick</text>
//: <rect x="775" y="186" width="39" height="24" rx="4" fill="#f4f4f4" stroke="black"/>
//: <text x="791" y="202" fill="black" font-weight="normal">2</text>
//: <text x="16" y="270" fill="black" font-weight="normal">blue: continuous mode   black: reset   red: impulsive reset</text>
//: <text x="16" y="287" fill="black" font-weight="normal">• next instant   #e: e is in the context   FS: forward shift   LE: latent equation</text>
//: <text x="16" y="304" fill="black" font-weight="normal">e1  line 9: der(w1) = a1*w1 + b1*tau1</text>
//: <text x="16" y="321" fill="black" font-weight="normal">e2  line 10: der(w2) = a2*w2 + b2*tau2</text>
//: <text x="16" y="338" fill="black" font-weight="normal">e3  line 12: w1 - w2 = 0, if engaged</text>
//: <text x="16" y="355" fill="black" font-weight="normal">e4  line 13: tau1 + tau2 = 0, if engaged</text>
//: <text x="16" y="372" fill="black" font-weight="normal">e5  line 15: tau1 = 0, if not engaged</text>
//: <text x="16" y="389" fill="black" font-weight="normal">e6  line 16: tau2 = 0, if not engaged</text>
//: </svg>

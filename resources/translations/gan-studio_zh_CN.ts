<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionWords</name>
    <message>
        <source>start training, begin, create, train</source>
        <translation>开始训练，新建，创建，new, train</translation>
    </message>
    <message>
        <source>example, demo, tutorial, first training</source>
        <translation>示例，演示，教程，第一次训练，demo</translation>
    </message>
    <message>
        <source>own data, dataset, photos, pictures</source>
        <translation>自己的数据，数据集，照片，图片，dataset</translation>
    </message>
    <message>
        <source>load, experiment, project</source>
        <translation>加载，实验，项目，open</translation>
    </message>
    <message>
        <source>model, safetensors, load weights</source>
        <translation>模型，加载权重，safetensors</translation>
    </message>
    <message>
        <source>directory, experiments, watch</source>
        <translation>目录，实验，folder</translation>
    </message>
    <message>
        <source>continue training, restart, train longer, go on</source>
        <translation>接着训练，重新开始，延长训练，resume</translation>
    </message>
    <message>
        <source>leave, back to start</source>
        <translation>离开，返回开始页，close</translation>
    </message>
    <message>
        <source>settings, options, configuration, shortcuts, hotkeys</source>
        <translation>设置，选项，配置，快捷键，热键，preferences</translation>
    </message>
    <message>
        <source>difference, diff, versus, side by side</source>
        <translation>差异，对照，并排，diff</translation>
    </message>
    <message>
        <source>exit, leave</source>
        <translation>离开，关闭，exit, quit</translation>
    </message>
    <message>
        <source>cluster, queue, batch, submit, sbatch</source>
        <translation>集群，队列，批处理，提交，sbatch</translation>
    </message>
    <message>
        <source>cluster, queue</source>
        <translation>集群，队列，job</translation>
    </message>
    <message>
        <source>cluster, queue, kill, abort, scancel</source>
        <translation>集群，队列，终止，中止，scancel</translation>
    </message>
    <message>
        <source>name, title, label</source>
        <translation>名称，标题，改名，rename</translation>
    </message>
    <message>
        <source>comment, description, remark</source>
        <translation>注释，说明，描述，note</translation>
    </message>
    <message>
        <source>label, keyword, category</source>
        <translation>标记，关键词，分类，tag</translation>
    </message>
    <message>
        <source>favourite, bookmark, pin</source>
        <translation>收藏，书签，置顶，star</translation>
    </message>
    <message>
        <source>hide, put away</source>
        <translation>隐藏，收起，archive</translation>
    </message>
    <message>
        <source>directory, files, file manager</source>
        <translation>目录，文件，文件管理器</translation>
    </message>
    <message>
        <source>remove run, trash, bin, erase</source>
        <translation>移除，回收站，垃圾桶，delete</translation>
    </message>
    <message>
        <source>chart, plot, graph, images</source>
        <translation>曲线，图表，图像，loss</translation>
    </message>
    <message>
        <source>dataset, training set</source>
        <translation>数据集，训练集，dataset</translation>
    </message>
    <message>
        <source>history, journal, events, messages</source>
        <translation>历史，记录，事件，消息，log</translation>
    </message>
    <message>
        <source>workers, ranks, GPUs, speed, utilisation</source>
        <translation>显卡，速度，利用率，GPU, rank</translation>
    </message>
    <message>
        <source>latent space, interpolation, walk</source>
        <translation>潜在空间，插值，漫游，latent</translation>
    </message>
    <message>
        <source>FID, inception score, precision, recall, metrics</source>
        <translation>FID，指标，精确率，召回率，质量</translation>
    </message>
    <message>
        <source>full screen, zoom, enlarge</source>
        <translation>全屏，放大，最大化</translation>
    </message>
    <message>
        <source>experiments, sidebar</source>
        <translation>实验，侧边栏，runs</translation>
    </message>
    <message>
        <source>search, filter</source>
        <translation>搜索，筛选，filter</translation>
    </message>
    <message>
        <source>learning rate, settings, parameters, hyperparameters, knobs</source>
        <translation>学习率，设置，参数，超参数，learning rate</translation>
    </message>
    <message>
        <source>cluster, batch</source>
        <translation>集群，批处理，queue</translation>
    </message>
    <message>
        <source>CSV, SVG, PNG, save plot, download</source>
        <translation>CSV, SVG, PNG，保存图表，下载</translation>
    </message>
    <message>
        <source>clipboard, copy image, plot</source>
        <translation>剪贴板，复制图像，曲线，copy</translation>
    </message>
    <message>
        <source>theme, automatic</source>
        <translation>主题，自动，theme</translation>
    </message>
    <message>
        <source>theme, bright, day</source>
        <translation>主题，明亮，白天，theme, light</translation>
    </message>
    <message>
        <source>theme, night, black</source>
        <translation>主题，夜间，黑色，theme, dark</translation>
    </message>
    <message>
        <source>language, translation</source>
        <translation>语言，翻译，英语，英文，language</translation>
    </message>
    <message>
        <source>language, translation, Chinese</source>
        <translation>语言，翻译，中文，汉语，language</translation>
    </message>
    <message>
        <source>sleep, suspend, standby</source>
        <translation>睡眠，挂起，待机，sleep</translation>
    </message>
    <message>
        <source>tray icon, taskbar</source>
        <translation>托盘，任务栏，tray</translation>
    </message>
    <message>
        <source>hold, halt, wait, continue</source>
        <translation>等待，暂时停止，恢复，pause</translation>
    </message>
    <message>
        <source>iteration, next</source>
        <translation>迭代，下一步，step</translation>
    </message>
    <message>
        <source>generate, draw, images, preview</source>
        <translation>生成，绘制，预览，sample</translation>
    </message>
    <message>
        <source>snapshot, save weights, save model, backup</source>
        <translation>快照，保存权重，保存模型，备份，snapshot, checkpoint</translation>
    </message>
    <message>
        <source>undo training, restore, revert, rewind, go back, reset</source>
        <translation>撤销训练，恢复，还原，倒回，返回，rollback, undo training</translation>
    </message>
    <message>
        <source>fork, clone, duplicate, copy run</source>
        <translation>派生，克隆，复制任务，fork, branch</translation>
    </message>
    <message>
        <source>end training, abort, cancel, kill, finish</source>
        <translation>结束训练，中止，取消，终止，stop</translation>
    </message>
    <message>
        <source>submit, confirm</source>
        <translation>提交，确认，apply</translation>
    </message>
    <message>
        <source>revert, back</source>
        <translation>还原，退回，undo</translation>
    </message>
    <message>
        <source>step size, optimiser</source>
        <translation>步长，优化器，learning rate</translation>
    </message>
    <message>
        <source>latest, last, live</source>
        <translation>最近，最后，实时，newest</translation>
    </message>
    <message>
        <source>download, PNG, grid</source>
        <translation>下载，PNG，网格，save</translation>
    </message>
    <message>
        <source>clipboard, copy image</source>
        <translation>剪贴板，复制图像，copy</translation>
    </message>
    <message>
        <source>zoom, single image, magnify, bigger</source>
        <translation>放大，单张，更大，zoom</translation>
    </message>
    <message>
        <source>generate, synthesise, download, many images</source>
        <translation>批量生成，合成，下载，许多图片</translation>
    </message>
    <message>
        <source>favourites, download</source>
        <translation>收藏，下载，export</translation>
    </message>
    <message>
        <source>video, animation, movie, interpolation</source>
        <translation>视频，动画，电影，插值，video</translation>
    </message>
    <message>
        <source>grid, contact sheet, collage, mosaic</source>
        <translation>网格，拼图，总览图，grid</translation>
    </message>
    <message>
        <source>downloads, progress</source>
        <translation>下载，进度，exports</translation>
    </message>
    <message>
        <source>FID, metrics, test, quality, measure</source>
        <translation>FID，指标，测试，质量，打分</translation>
    </message>
    <message>
        <source>random, shuffle</source>
        <translation>随机，换一个，random, seed</translation>
    </message>
    <message>
        <source>favourite, bookmark, remember</source>
        <translation>收藏，书签，记住，keep</translation>
    </message>
    <message>
        <source>video, animation</source>
        <translation>视频，动画，关键帧，keyframe</translation>
    </message>
    <message>
        <source>share, coordinates, seed</source>
        <translation>分享，坐标，种子，seed</translation>
    </message>
    <message>
        <source>coordinates, seed</source>
        <translation>坐标，种子，seed</translation>
    </message>
    <message>
        <source>check, validate, duplicates, statistics</source>
        <translation>验证，重复，统计，inspect</translation>
    </message>
    <message>
        <source>benchmark, workers, data loader, speed</source>
        <translation>基准测试，加载线程，速度，workers</translation>
    </message>
    <message>
        <source>shortcuts, hotkeys, keyboard, search</source>
        <translation>热键，键盘，搜索，命令面板，palette</translation>
    </message>
    <message>
        <source>help, documentation, guide, handbook, how to</source>
        <translation>帮助，文档，指南，说明书，help</translation>
    </message>
    <message>
        <source>introduction, getting started, tutorial, welcome</source>
        <translation>介绍，入门，教程，欢迎，tour</translation>
    </message>
    <message>
        <source>license, copyright</source>
        <translation>许可证，版权，版本</translation>
    </message>
    <message>
        <source>ssh, connect, remote, server, host</source>
        <translation>ssh，连接，远程，服务器，主机，attach</translation>
    </message>
    <message>
        <source>disconnect, remote, hide</source>
        <translation>断开，远程，隐藏</translation>
    </message>
    <message>
        <source>resume from a checkpoint, edit and continue, extend</source>
        <translation>从检查点恢复，修改后继续，延长，resume</translation>
    </message>
    <message>
        <source>ssh, remote, server, cluster, connections, list</source>
        <translation>ssh，远程，服务器，集群，连接，列表，主机</translation>
    </message>
</context>
<context>
    <name>AlertTexts</name>
    <message>
        <source>Roll back</source>
        <translation>回退</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Halve both rates</source>
        <translation>两个学习率减半</translation>
    </message>
    <message>
        <source>Halve G&apos;s rate</source>
        <translation>G 学习率减半</translation>
    </message>
    <message>
        <source>Halve D&apos;s rate</source>
        <translation>D 学习率减半</translation>
    </message>
    <message>
        <source>Halve the rate</source>
        <translation>学习率减半</translation>
    </message>
    <message>
        <source>Roll back to %1, healthy</source>
        <comment>a step</comment>
        <translation>回退到健康的第 %1 步</translation>
    </message>
</context>
<context>
    <name>ChartExport</name>
    <message>
        <source>Curves of a run</source>
        <translation>训练曲线</translation>
    </message>
</context>
<context>
    <name>Duration</name>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min</source>
        <comment>minutes</comment>
        <translation>%1 分钟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小时 %2 分钟</translation>
    </message>
    <message>
        <source>%1 d %2 h</source>
        <translation>%1 天 %2 小时</translation>
    </message>
    <message>
        <source>%1 d %2:%3</source>
        <translation>%1 天 %2:%3</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>&apos;{text}&apos; has no &apos;=&apos;; write KEY=VALUE, as in objective.real_label=0.9.</source>
        <translation>“{text}”中没有“=”；请写成 KEY=VALUE，例如 objective.real_label=0.9。</translation>
    </message>
    <message>
        <source>&apos;{text}&apos; is no step: expected &apos;latest&apos; or the step of a checkpoint such as 1500. `gan-engine status RUN` lists the checkpoints.</source>
        <translation>“{text}”不是步数：应为 latest 或检查点的步数，如 1500。`gan-engine status RUN` 列出检查点。</translation>
    </message>
    <message>
        <source>--listen {listen} is not an address: give HOST:PORT, for example 0.0.0.0:7420.</source>
        <translation>--listen {listen} 不是有效地址：请给出 HOST:PORT，例如 0.0.0.0:7420。</translation>
    </message>
    <message>
        <source>16 hexadecimal digits</source>
        <translation>16 个十六进制数字</translation>
    </message>
    <message>
        <source>A batch of images must be Byte [N, C, H, W], but {found} was given.</source>
        <translation>一批图像必须是 Byte [N, C, H, W]，但给出的是 {found}。</translation>
    </message>
    <message>
        <source>A grid needs at least one image of 1 or 3 channels, one column and a padding of 0 or more; it was given {found}, {columns} columns and a padding of {padding}.</source>
        <translation>图像网格至少需要一张 1 或 3 通道的图像、一列，且间距不小于 0；但给出的是 {found}、{columns} 列、间距 {padding}。</translation>
    </message>
    <message>
        <source>A latent has at least one component, but {size} were asked for.</source>
        <translation>隐向量至少有一个分量，但要求的是 {size} 个。</translation>
    </message>
    <message>
        <source>A new run cannot be made at {path}: {what}. Choose another folder, or remove this one first.</source>
        <translation>无法在 {path} 新建训练任务：{what}。请另选一个文件夹，或先移除现有的文件夹。</translation>
    </message>
    <message>
        <source>A process holds this run but does not take commands. See in the run&apos;s engine.log what it does.</source>
        <translation>有一个进程占用着此训练任务，但它不接受命令。请在该任务的 engine.log 中查看它在做什么。</translation>
    </message>
    <message>
        <source>A record for {path} has {size} bytes; it must have 1 to {limit}.</source>
        <translation>写入 {path} 的记录有 {size} 字节；应为 1 至 {limit} 字节。</translation>
    </message>
    <message>
        <source>A row of metrics for {file} must have a step above {last} and {columns} values, but has step {step} and {values} values.</source>
        <translation>写入 {file} 的一行指标，步数必须大于 {last} 且含 {columns} 个值，但实际步数为 {step}，含 {values} 个值。</translation>
    </message>
    <message>
        <source>A setting has the type {found}, which this build does not know. Use the same version on both sides.</source>
        <translation>某项设置的类型为 {found}，此版本不认识该类型。请在两端使用相同版本。</translation>
    </message>
    <message>
        <source>A smoothing weight must be at least 0 and below 1, but is {weight}: choose one such as 0.9.</source>
        <translation>平滑权重必须不小于 0 且小于 1，但给出的是 {weight}：请选择例如 0.9 的值。</translation>
    </message>
    <message>
        <source>A tensor&apos;s name or a piece of metadata for {path} is not valid UTF-8.</source>
        <translation>要写入 {path} 的张量名称或元数据不是有效的 UTF-8。</translation>
    </message>
    <message>
        <source>A value in the message is neither a flag nor a number nor a text. Send one of these.</source>
        <translation>消息中的某个值既不是开关、数字，也不是文本。请发送其中一种。</translation>
    </message>
    <message>
        <source>An epoch needs at least one image and blocks of at least one, but it was given {count} images and blocks of {block_size}.</source>
        <translation>一个轮次至少需要一张图像，数据块至少为 1，但给出的是 {count} 张图像、块大小 {block_size}。</translation>
    </message>
    <message>
        <source>An event for the journal has {size} bytes; at most {limit} are accepted. Send shorter texts.</source>
        <translation>要写入日志的事件有 {size} 字节；最多接受 {limit} 字节。请发送更短的文本。</translation>
    </message>
    <message>
        <source>An image of {width}x{height} with {found} channels and {bytes} bytes cannot become {size}x{size} with {channels}: both sides must have 1 or 3 channels and at least one pixel.</source>
        <translation>{width}x{height}、{found} 通道、{bytes} 字节的图像无法转换为 {size}x{size}、{channels} 通道：两者都必须有 1 或 3 个通道以及至少一个像素。</translation>
    </message>
    <message>
        <source>Batches of {batch_size} images of {resolution} px with {channels} channels, by {workers} threads and {prefetch} batches ahead, cannot be loaded: sizes start at 1, counts at 0, and channels are 1 or 3.</source>
        <translation>无法加载每批 {batch_size} 张、{resolution} 像素、{channels} 通道的图像（{workers} 个线程，预取 {prefetch} 批）：尺寸至少为 1，数量至少为 0，通道数为 1 或 3。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: it exists already. Choose another name, or remove it.</source>
        <translation>无法{action} {path}：它已经存在。请换一个名称，或将其移除。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: the file, or a folder on the way to it, does not exist. Check the path.</source>
        <translation>无法{action} {path}：该文件或路径上的某个文件夹不存在。请检查路径。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: {reason}.</source>
        <translation>无法{action} {path}：{reason}。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: {reason}. Change its rights, or use a place that you may use.</source>
        <translation>无法{action} {path}：{reason}。请修改其访问权限，或换一个您有权使用的位置。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: {reason}. Free some space there, then try again.</source>
        <translation>无法{action} {path}：{reason}。请在该处释放一些空间，然后重试。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: {reason}. Name an ordinary file.</source>
        <translation>无法{action} {path}：{reason}。请指定一个普通文件。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: {reason}. Raise this limit of the system (ulimit -a lists them).</source>
        <translation>无法{action} {path}：{reason}。请提高系统的这项限制（用 ulimit -a 可以列出各项限制）。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: {reason}. The disk or the connection to it may be failing.</source>
        <translation>无法{action} {path}：{reason}。磁盘或与其的连接可能出了故障。</translation>
    </message>
    <message>
        <source>Images are counted from 0, but the loader was sent to {position}.</source>
        <translation>图像从 0 开始计数，但加载器被要求跳到 {position}。</translation>
    </message>
    <message>
        <source>Latents are numbered from 0, but {count} from {first} on were asked for.</source>
        <translation>隐向量从 0 开始编号，但要求的是从 {first} 起的 {count} 个。</translation>
    </message>
    <message>
        <source>Metrics cannot begin with segment {segment} at step {step}: both count from 0.</source>
        <translation>指标不能从第 {segment} 段、第 {step} 步开始：两者都从 0 开始计数。</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s driver is too old: {detail}. Install a newer driver.</source>
        <translation>NVIDIA 驱动程序太旧：{detail}。请安装更新的驱动程序。</translation>
    </message>
    <message>
        <source>No engine serves {path}; `gan-engine serve {path}` answers for a finished run, `gan-engine resume {path}` goes on with it.</source>
        <translation>没有引擎在为 {path} 提供服务；`gan-engine serve {path}` 可以打开已完成的训练任务，`gan-engine resume {path}` 可以继续训练。</translation>
    </message>
    <message>
        <source>No engine trains this run at present: `gan-engine resume` goes on with it.</source>
        <translation>目前没有引擎在训练此任务：用 `gan-engine resume` 可以继续训练。</translation>
    </message>
    <message>
        <source>OpenSSL could not make a certificate for the network. Start without --listen and attach through ssh.</source>
        <translation>OpenSSL 无法生成网络所需的证书。请不带 --listen 启动，并通过 ssh 连接。</translation>
    </message>
    <message>
        <source>OpenSSL refuses to compute SHA-256. Check the OpenSSL configuration of this system.</source>
        <translation>OpenSSL 拒绝计算 SHA-256。请检查本系统的 OpenSSL 配置。</translation>
    </message>
    <message>
        <source>Process {pid} on {host} answers for this run now. Connect again.</source>
        <translation>现在由 {host} 上的进程 {pid} 为此训练任务提供服务。请重新连接。</translation>
    </message>
    <message>
        <source>Process {pid} on {host} answers for {path} already: attach to it with `gan-engine watch {path}`. If it no longer runs, remove endpoint.json in that folder.</source>
        <translation>{host} 上的进程 {pid} 已经在为 {path} 提供服务：请用 `gan-engine watch {path}` 连接。如果它已不再运行，请删除该文件夹中的 endpoint.json。</translation>
    </message>
    <message>
        <source>Random integers need a bound of at least 1, but {bound} was given.</source>
        <translation>随机整数的上界至少为 1，但给出的是 {bound}。</translation>
    </message>
    <message>
        <source>Random numbers are addressed by {what} below 2^44, but {value} was asked for. Check where this number comes from: no run gets that far.</source>
        <translation>随机数按小于 2^44 的“{what}”编址，但要求的是 {value}。请检查这个数字从何而来：任何训练都不会达到这么大的值。</translation>
    </message>
    <message>
        <source>Random numbers come as [count, size] with neither below 0 and size at most 2^34, but [{count}, {size}] was asked for.</source>
        <translation>随机数的形状为 [count, size]，两者都不小于 0，且 size 不超过 2^34，但要求的是 [{count}, {size}]。</translation>
    </message>
    <message>
        <source>Shapes can be drawn from image 0 on, one or more, at 1 to 16384 px with 1 or 3 channels, but {count} from image {first} on at {resolution} px with {channels} channels were asked for.</source>
        <translation>形状图像的编号从 0 开始，至少绘制一张，分辨率为 1 至 16384 像素，通道数为 1 或 3；但要求的是从第 {first} 张起的 {count} 张，{resolution} 像素，{channels} 通道。</translation>
    </message>
    <message>
        <source>Single steps need a paused run: pause it first.</source>
        <translation>单步执行需要训练处于暂停状态：请先暂停。</translation>
    </message>
    <message>
        <source>Steps of a series must increase, but step {step} came after step {last}: cut the series off first.</source>
        <translation>序列的步数必须递增，但第 {last} 步之后出现了第 {step} 步：请先截断该序列。</translation>
    </message>
    <message>
        <source>Stopped on request.</source>
        <translation>已按要求停止。</translation>
    </message>
    <message>
        <source>Tensor &apos;{tensor}&apos; for {path} has {size} bytes, which its shape and type {type} do not describe, or a reserved name.</source>
        <translation>要写入 {path} 的张量“{tensor}”有 {size} 字节，与其形状和类型 {type} 不符，或使用了保留名称。</translation>
    </message>
    <message>
        <source>Tensor &apos;{tensor}&apos; in {path} has elements of type &apos;{type}&apos;; BOOL, U8, I8, I16, I32, I64, F16, BF16, F32 and F64 can be read. Convert it to one of these.</source>
        <translation>{path} 中的张量“{tensor}”的元素类型为“{type}”；可读取的类型有 BOOL、U8、I8、I16、I32、I64、F16、BF16、F32 和 F64。请转换为其中一种。</translation>
    </message>
    <message>
        <source>The checkpoint of step {step} in {folder} belongs to a part of the run that a later roll back or resume superseded. Branch from it into a new run to continue from there.</source>
        <translation>{folder} 中第 {step} 步的检查点所属的部分，已被之后的回退或继续训练取代。若要从那里继续，请从它分支出新的训练任务。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s {part} holds {tensor} as {found}, but this run&apos;s model needs {expected}. Continue it with the configuration it was saved with (data.resolution, data.channels, model.*), or start a new run.</source>
        <translation>检查点的 {part} 中，{tensor} 为 {found}，但此训练任务的模型需要 {expected}。请用保存时的配置（data.resolution、data.channels、model.*）继续训练，或新建训练任务。</translation>
    </message>
    <message>
        <source>The checkpoint&apos;s {part} {problem} a tensor {tensor}: it was made with another model. Continue it with the configuration it was saved with, or start a new run.</source>
        <translation>检查点的 {part} {problem}张量 {tensor}：它来自另一个模型。请用保存时的配置继续训练，或新建训练任务。</translation>
    </message>
    <message>
        <source>The command sets {field} twice. Give each field one value.</source>
        <translation>该命令两次设置了 {field}。请只给每个字段一个值。</translation>
    </message>
    <message>
        <source>The command {kind} cannot be carried out: {reason}. Nothing was changed.</source>
        <translation>无法执行命令 {kind}：{reason}。没有做任何更改。</translation>
    </message>
    <message>
        <source>The command&apos;s texts have {size} bytes in all; at most {limit} are accepted. Set fewer fields at once.</source>
        <translation>该命令的文本共有 {size} 字节；最多接受 {limit} 字节。请一次少设置一些字段。</translation>
    </message>
    <message>
        <source>The connection to the engine of this run broke; it is made again.</source>
        <translation>与此训练任务的引擎的连接已中断；正在重新连接。</translation>
    </message>
    <message>
        <source>The data set shapes has images 0 to {last}, but image {index} was asked for.</source>
        <translation>shapes 数据集的图像编号为 0 至 {last}，但要求的是第 {index} 张。</translation>
    </message>
    <message>
        <source>The engine at {address} cannot be reached ({reason}). It may have ended or be restarting; try again in a moment.</source>
        <translation>无法连接到 {address} 的引擎（{reason}）。它可能已经结束或正在重新启动；请稍后再试。</translation>
    </message>
    <message>
        <source>The engine at {address} did not answer {call} in time. It may be busy, stopped or cut off; try again, or with a longer time-out.</source>
        <translation>位于 {address} 的引擎没有及时答复 {call}。它可能正忙、已停止或连接中断；请重试，或设置更长的超时时间。</translation>
    </message>
    <message>
        <source>No answer came: {reason} The run&apos;s log says whether the command took effect.</source>
        <translation>没有收到答复：{reason} 训练任务的日志会说明该命令是否生效。</translation>
    </message>
    <message>
        <source>The connection to the run was closed before its engine answered.</source>
        <translation>与训练任务的连接在其引擎答复之前被关闭了。</translation>
    </message>
    <message>
        <source>The engine at {address} takes no connections at present. Its process may be stopped or very busy; try again when it goes on.</source>
        <translation>位于 {address} 的引擎目前不接受连接。它的进程可能已暂停或非常繁忙；请在它继续运行后重试。</translation>
    </message>
    <message>
        <source>The engine at {address} does not know the call {call}; it is older than this program. Update the engine, or do without.</source>
        <translation>位于 {address} 的引擎不认识调用 {call}；它比本程序旧。请更新引擎，或不使用此功能。</translation>
    </message>
    <message>
        <source>The engine at {address} failed in {call}: {reason}</source>
        <translation>位于 {address} 的引擎在执行 {call} 时失败：{reason}</translation>
    </message>
    <message>
        <source>The engine cannot listen at {address}: {reason}. Make room there, or set XDG_RUNTIME_DIR to another folder.</source>
        <translation>引擎无法监听 {address}：{reason}。请在该处腾出空间，或将 XDG_RUNTIME_DIR 设为另一个文件夹。</translation>
    </message>
    <message>
        <source>The engine described its setting {field} in a way that this program cannot use: {reason}. Update this program or the engine.</source>
        <translation>引擎对其设置 {field} 的描述无法被本程序使用：{reason}。请更新本程序或引擎。</translation>
    </message>
    <message>
        <source>The engine described {count} settings, and at most {limit} can be right. Update this program or the engine.</source>
        <translation>引擎描述了 {count} 项设置，而合理的上限是 {limit} 项。请更新本程序或引擎。</translation>
    </message>
    <message>
        <source>The engine ended before it answered the command. See in the run&apos;s log whether it took effect.</source>
        <translation>引擎在答复命令之前就结束了。请在训练任务的日志中查看该命令是否生效。</translation>
    </message>
    <message>
        <source>The engine ended before it served {run}, without a word. It may have been killed, or lack memory.</source>
        <translation>引擎在为 {run} 提供服务之前就结束了，没有留下任何信息。它可能被终止了，或者内存不足。</translation>
    </message>
    <message>
        <source>The engine ended before it served {run}. Its last words: {words}</source>
        <translation>引擎在为 {run} 提供服务之前就结束了。它最后的输出：{words}</translation>
    </message>
    <message>
        <source>The engine failed to answer: {reason}</source>
        <translation>引擎未能答复：{reason}</translation>
    </message>
    <message>
        <source>The engine of this run does not answer: {reason}</source>
        <translation>此训练任务的引擎没有响应：{reason}</translation>
    </message>
    <message>
        <source>The engine of this run is ending. Connect again when it is back.</source>
        <translation>此训练任务的引擎正在结束。请等它恢复后重新连接。</translation>
    </message>
    <message>
        <source>The engine of {path} runs on {host} and can be reached from there only. Attach with ssh://{host}{path}, or start it with --listen.</source>
        <translation>{path} 的引擎在 {host} 上运行，只能从那里访问。请通过 ssh://{host}{path} 连接，或用 --listen 启动引擎。</translation>
    </message>
    <message>
        <source>The list of settings contradicts itself at {key}: {problem}. It comes from another build or is damaged.</source>
        <translation>设置列表在 {key} 处自相矛盾：{problem}。它来自另一个版本，或已损坏。</translation>
    </message>
    <message>
        <source>The losses are not finite: roll back first, or set {field} to ignore.</source>
        <translation>损失不是有限值：请先回退，或将 {field} 设为 ignore。</translation>
    </message>
    <message>
        <source>The losses are not finite: this state is not worth keeping. Roll back instead.</source>
        <translation>损失不是有限值：此状态不值得保存。请改用回退。</translation>
    </message>
    <message>
        <source>The message of the call {call} cannot be read.</source>
        <translation>无法读取调用 {call} 的消息。</translation>
    </message>
    <message>
        <source>The model dcgan makes images of 28, 32, 64 or 128 pixels with 1 or 3 channels and widths of at least 1; it was asked for {resolution} pixels, {channels} channels, latent size {latent_size}, widths {generator_width} and {discriminator_width}. Change data.resolution, data.channels or model.*.</source>
        <translation>模型 dcgan 生成 28、32、64 或 128 像素、1 或 3 通道的图像，宽度至少为 1；但要求的是 {resolution} 像素、{channels} 通道、隐向量维数 {latent_size}、宽度 {generator_width} 和 {discriminator_width}。请修改 data.resolution、data.channels 或 model.*。</translation>
    </message>
    <message>
        <source>The model mlp needs sizes of at least 1 and a discriminator width of at least 2; it was asked for {resolution} pixels, {channels} channels, latent size {latent_size}, widths {generator_width} and {discriminator_width}. Change data.resolution, data.channels or model.*.</source>
        <translation>模型 mlp 的各项尺寸至少为 1，判别器宽度至少为 2；但要求的是 {resolution} 像素、{channels} 通道、隐向量维数 {latent_size}、宽度 {generator_width} 和 {discriminator_width}。请修改 data.resolution、data.channels 或 model.*。</translation>
    </message>
    <message>
        <source>The order of an epoch is made for {ordered} images, but {name} holds {count}.</source>
        <translation>轮次顺序是为 {ordered} 张图像生成的，但 {name} 含有 {count} 张。</translation>
    </message>
    <message>
        <source>The program reads {key} as another type than its schema says. Please report this.</source>
        <translation>程序读取 {key} 时所用的类型与其定义不符。请报告此问题。</translation>
    </message>
    <message>
        <source>The program reads {key}, which its schema lacks. Please report this.</source>
        <translation>程序读取了定义中没有的 {key}。请报告此问题。</translation>
    </message>
    <message>
        <source>The run failed before it answered the command. See in its log whether the command took effect.</source>
        <translation>训练在答复命令之前失败了。请在其日志中查看该命令是否生效。</translation>
    </message>
    <message>
        <source>The run failed: {reason}</source>
        <translation>训练失败：{reason}</translation>
    </message>
    <message>
        <source>The run has ended at step {step}.</source>
        <translation>训练已在第 {step} 步结束。</translation>
    </message>
    <message>
        <source>The run is not paused.</source>
        <translation>训练没有暂停。</translation>
    </message>
    <message>
        <source>The run is paused already.</source>
        <translation>训练已经暂停。</translation>
    </message>
    <message>
        <source>The run was closed before its engine answered.</source>
        <translation>训练任务在其引擎答复之前被关闭了。</translation>
    </message>
    <message>
        <source>The run&apos;s id {id} in manifest.json is not made of up to 32 letters and digits. Restore manifest.json.</source>
        <translation>manifest.json 中的训练任务标识 {id} 不是由最多 32 个字母和数字组成的。请恢复 manifest.json。</translation>
    </message>
    <message>
        <source>The sample {name} should be a PNG picture of at most {limit} million pixels; found: {found}. The other samples are still shown.</source>
        <translation>样本 {name} 应为不超过 {limit} 百万像素的 PNG 图片，但实际为 {found}。其他样本仍会显示。</translation>
    </message>
    <message>
        <source>The series cannot be queried like that: {reason}.</source>
        <translation>不能这样查询序列：{reason}。</translation>
    </message>
    <message>
        <source>The socket&apos;s path {path} is longer than the {limit} bytes that an address can hold. Set XDG_RUNTIME_DIR to a shorter folder.</source>
        <translation>套接字路径 {path} 超过了地址所能容纳的 {limit} 字节。请将 XDG_RUNTIME_DIR 设为路径更短的文件夹。</translation>
    </message>
    <message>
        <source>The system did not grant {workers} loading threads ({reason}). Set data.workers lower.</source>
        <translation>系统没有提供 {workers} 个加载线程（{reason}）。请调低 data.workers。</translation>
    </message>
    <message>
        <source>The system gave no {bytes} random bytes.</source>
        <translation>系统没有提供 {bytes} 个随机字节。</translation>
    </message>
    <message>
        <source>The token for the role {role} expired on {time}. Let the run&apos;s owner make a new one with `gan-engine token`.</source>
        <translation>角色 {role} 的令牌已于 {time} 过期。请让训练任务的所有者用 `gan-engine token` 生成新的令牌。</translation>
    </message>
    <message>
        <source>There is no checkpoint in {folder} yet.</source>
        <translation>{folder} 中还没有检查点。</translation>
    </message>
    <message>
        <source>There is no checkpoint of step {step} in {folder}. List them, and choose one of those.</source>
        <translation>{folder} 中没有第 {step} 步的检查点。请列出现有的检查点，并从中选择一个。</translation>
    </message>
    <message>
        <source>There is no gan-engine beside gan-studio or in PATH. Install it there, or name it in the environment variable GAN_ENGINE.</source>
        <translation>在 gan-studio 旁边和 PATH 中都没有找到 gan-engine。请将它安装到那里，或用环境变量 GAN_ENGINE 指定它的位置。</translation>
    </message>
    <message>
        <source>There is no model named &apos;{name}&apos;. Set model.architecture to one of: {known}.</source>
        <translation>没有名为“{name}”的模型。请将 model.architecture 设为以下之一：{known}。</translation>
    </message>
    <message>
        <source>There is no objective named &apos;{name}&apos;. Set objective.loss to one of: {known}.</source>
        <translation>没有名为“{name}”的目标函数。请将 objective.loss 设为以下之一：{known}。</translation>
    </message>
    <message>
        <source>There is no preset {name}. Did you mean &quot;{suggestion}&quot;? There are {known}.</source>
        <translation>没有预设 {name}。您是不是想用“{suggestion}”？可用的预设有 {known}。</translation>
    </message>
    <message>
        <source>There is no preset {name}. Use {known}.</source>
        <translation>没有预设 {name}。请使用 {known}。</translation>
    </message>
    <message>
        <source>There is no reader for data.source {source}.</source>
        <translation>data.source {source} 没有对应的读取程序。</translation>
    </message>
    <message>
        <source>There is no setting {key}. Did you mean &quot;{suggestion}&quot;?</source>
        <translation>没有设置项 {key}。您是不是想用“{suggestion}”？</translation>
    </message>
    <message>
        <source>There is no setting {key}. It would have to be one of {known}.</source>
        <translation>没有设置项 {key}。它应为以下之一：{known}。</translation>
    </message>
    <message>
        <source>This engine does not know the command.</source>
        <translation>此引擎不认识该命令。</translation>
    </message>
    <message>
        <source>This engine does not know these fields of the message (by number): {fields}. It is older than the client; update it, or do without them.</source>
        <translation>此引擎不认识消息中的以下字段（按编号）：{fields}。它比客户端旧；请更新引擎，或不使用这些字段。</translation>
    </message>
    <message>
        <source>This engine speaks version {engine} of the protocol, the client {client}: use a client and an engine of the same major version.</source>
        <translation>此引擎使用的协议版本为 {engine}，客户端为 {client}：请使用主版本号相同的客户端和引擎。</translation>
    </message>
    <message>
        <source>This process no longer holds {lock}: {holder}. It stops writing to the run; its checkpoints are whole.</source>
        <translation>此进程不再持有 {lock}：{holder}。它将停止写入该训练任务；其检查点完好无损。</translation>
    </message>
    <message>
        <source>This run has no series &quot;{name}&quot;: ask for one of the {count} that it recorded.</source>
        <translation>此训练任务没有序列“{name}”：请从它记录的 {count} 个序列中选择。</translation>
    </message>
    <message>
        <source>Your token allows to watch this run, not to steer it. Ask its owner for the token of the role steer.</source>
        <translation>您的令牌只允许观察此训练任务，不允许控制。请向其所有者索取 steer 角色的令牌。</translation>
    </message>
    <message>
        <source>&quot;{command}&quot; is not a command. An engine understands: {known}.</source>
        <translation>“{command}”不是命令。引擎支持的命令有：{known}。</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; cannot be a column of metrics: names are different from each other and consist of letters, digits and . _ - /. Rename it.</source>
        <translation>“{name}”不能用作指标的列名：列名互不相同，由字母、数字和 . _ - / 组成。请将其改名。</translation>
    </message>
    <message>
        <source>a block of kind S or R</source>
        <translation>类型为 S 或 R 的数据块</translation>
    </message>
    <message>
        <source>a column&apos;s name</source>
        <translation>列名</translation>
    </message>
    <message>
        <source>a fraction</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>a group of settings</source>
        <translation>一组设置</translation>
    </message>
    <message>
        <source>a kind of block</source>
        <translation>数据块类型</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>列表</translation>
    </message>
    <message>
        <source>a list of pairs of texts</source>
        <translation>文本对的列表</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文本列表</translation>
    </message>
    <message>
        <source>a negative number</source>
        <translation>负数</translation>
    </message>
    <message>
        <source>a number, &quot;nan&quot;, &quot;inf&quot; or &quot;-inf&quot;</source>
        <translation>数字、&quot;nan&quot;、&quot;inf&quot; 或 &quot;-inf&quot;</translation>
    </message>
    <message>
        <source>a sample</source>
        <translation>样本编号</translation>
    </message>
    <message>
        <source>a second one</source>
        <translation>第二个</translation>
    </message>
    <message>
        <source>a second tensor of this name</source>
        <translation>第二个同名张量</translation>
    </message>
    <message>
        <source>a second value</source>
        <translation>第二个值</translation>
    </message>
    <message>
        <source>a step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>a text holds control characters</source>
        <translation>某个文本含有控制字符</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>一个值</translation>
    </message>
    <message>
        <source>an empty one</source>
        <translation>空数据块</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>an unknown host</source>
        <translation>未知主机</translation>
    </message>
    <message>
        <source>another process is making one there</source>
        <translation>另一个进程正在那里新建训练任务</translation>
    </message>
    <message>
        <source>another text</source>
        <translation>其他文本</translation>
    </message>
    <message>
        <source>asked by {client}</source>
        <translation>由 {client} 要求</translation>
    </message>
    <message>
        <source>binary data</source>
        <translation>二进制数据</translation>
    </message>
    <message>
        <source>checkpoint {name} is damaged and was passed over: {reason}</source>
        <translation>检查点 {name} 已损坏，已跳过：{reason}</translation>
    </message>
    <message>
        <source>create</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>create the folder</source>
        <translation>创建文件夹</translation>
    </message>
    <message>
        <source>cut the torn end of</source>
        <translation>截去残缺末尾</translation>
    </message>
    <message>
        <source>data.source is idx, but data.path is empty. Set it to a folder with train-images-idx3-ubyte.gz, for example with --data DIR.</source>
        <translation>data.source 为 idx，但 data.path 为空。请将其设为含有 train-images-idx3-ubyte.gz 的文件夹，例如用 --data DIR。</translation>
    </message>
    <message>
        <source>did not say which</source>
        <translation>没有说明版本</translation>
    </message>
    <message>
        <source>different columns</source>
        <translation>互不相同的列</translation>
    </message>
    <message>
        <source>does not match its digest in SHA256SUMS</source>
        <translation>与 SHA256SUMS 中的摘要不符</translation>
    </message>
    <message>
        <source>fewer than two data_offsets</source>
        <translation>不足两个 data_offsets</translation>
    </message>
    <message>
        <source>flush</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>has</source>
        <translation>多出</translation>
    </message>
    <message>
        <source>holds a line that is not a digest and a name of its own</source>
        <translation>含有一行不是摘要及其唯一文件名的内容</translation>
    </message>
    <message>
        <source>inspect</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>缺失</translation>
    </message>
    <message>
        <source>is not listed in SHA256SUMS</source>
        <translation>未列在 SHA256SUMS 中</translation>
    </message>
    <message>
        <source>it belongs to somebody else</source>
        <translation>它属于其他用户</translation>
    </message>
    <message>
        <source>it does not say in which folder the new run begins</source>
        <translation>它没有说明新的训练任务放在哪个文件夹</translation>
    </message>
    <message>
        <source>it holds a run already</source>
        <translation>其中已有一个训练任务</translation>
    </message>
    <message>
        <source>it holds a zero byte</source>
        <translation>它含有零字节</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>它是空的</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>它不是 JSON 对象</translation>
    </message>
    <message>
        <source>it is not a folder</source>
        <translation>它不是文件夹</translation>
    </message>
    <message>
        <source>it is not empty</source>
        <translation>它不是空文件夹</translation>
    </message>
    <message>
        <source>it is there twice</source>
        <translation>它出现了两次</translation>
    </message>
    <message>
        <source>it names no values to set</source>
        <translation>它没有给出要设置的值</translation>
    </message>
    <message>
        <source>it needs a host and a port from 1 to 65535</source>
        <translation>它需要主机名和 1 至 65535 的端口</translation>
    </message>
    <message>
        <source>it sets more than 256 values</source>
        <translation>它设置了超过 256 个值</translation>
    </message>
    <message>
        <source>its default has another type</source>
        <translation>其默认值是另一种类型</translation>
    </message>
    <message>
        <source>its group is a setting, too</source>
        <translation>其所在的组同时也是一项设置</translation>
    </message>
    <message>
        <source>its id must be a text of 1 to 128 bytes, chosen by the client</source>
        <translation>其标识必须是由客户端选定的 1 至 128 字节的文本</translation>
    </message>
    <message>
        <source>its name is empty or too long</source>
        <translation>其名称为空或过长</translation>
    </message>
    <message>
        <source>its path is longer than 4096 bytes or holds a zero byte</source>
        <translation>其路径超过 4096 字节或含有零字节</translation>
    </message>
    <message>
        <source>its range has one bound only</source>
        <translation>其取值范围只有一个边界</translation>
    </message>
    <message>
        <source>its range is empty</source>
        <translation>其取值范围为空</translation>
    </message>
    <message>
        <source>its step is negative</source>
        <translation>其步数为负</translation>
    </message>
    <message>
        <source>lacks</source>
        <translation>缺少</translation>
    </message>
    <message>
        <source>look at</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>make the folder</source>
        <translation>建立文件夹</translation>
    </message>
    <message>
        <source>map</source>
        <translation>映射</translation>
    </message>
    <message>
        <source>no lists</source>
        <translation>不含列表</translation>
    </message>
    <message>
        <source>only &apos;set&apos; takes values</source>
        <translation>只有“set”可以带值</translation>
    </message>
    <message>
        <source>only a part of dtype, shape and data_offsets</source>
        <translation>仅有 dtype、shape 和 data_offsets 中的一部分</translation>
    </message>
    <message>
        <source>open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>others may enter it</source>
        <translation>其他用户可以进入</translation>
    </message>
    <message>
        <source>pid is not a number</source>
        <translation>pid 不是数字</translation>
    </message>
    <message>
        <source>pid is out of range</source>
        <translation>pid 超出范围</translation>
    </message>
    <message>
        <source>read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>rolled back by {client}</source>
        <translation>由 {client} 回退</translation>
    </message>
    <message>
        <source>started is not a number</source>
        <translation>started 不是数字</translation>
    </message>
    <message>
        <source>steps from 0 on</source>
        <translation>从 0 开始的步数</translation>
    </message>
    <message>
        <source>the checkpoint of step {step} could not be written: {reason}</source>
        <translation>无法写入第 {step} 步的检查点：{reason}</translation>
    </message>
    <message>
        <source>the client&apos;s name is too long or not plain text</source>
        <translation>客户端名称过长或不是纯文本</translation>
    </message>
    <message>
        <source>the end of a block</source>
        <translation>数据块的末尾</translation>
    </message>
    <message>
        <source>the file was deleted</source>
        <translation>文件已被删除</translation>
    </message>
    <message>
        <source>the host&apos;s name is empty or holds signs that ssh might misread</source>
        <translation>主机名为空，或含有 ssh 可能误解的字符</translation>
    </message>
    <message>
        <source>the losses are not finite</source>
        <translation>损失不是有限值</translation>
    </message>
    <message>
        <source>the opening of a segment</source>
        <translation>段的开头</translation>
    </message>
    <message>
        <source>the opening of a segment first</source>
        <translation>首先是段的开头</translation>
    </message>
    <message>
        <source>the path of the run folder is missing</source>
        <translation>缺少训练任务文件夹的路径</translation>
    </message>
    <message>
        <source>the port is not a number from 1 to 65535</source>
        <translation>端口不是 1 至 65535 之间的数字</translation>
    </message>
    <message>
        <source>the smoothing must lie in [0, 1)</source>
        <translation>平滑权重必须在 [0, 1) 之内</translation>
    </message>
    <message>
        <source>the socket&apos;s path must be absolute</source>
        <translation>套接字路径必须是绝对路径</translation>
    </message>
    <message>
        <source>the user&apos;s name holds signs that ssh might take for something else</source>
        <translation>用户名含有 ssh 可能另作解释的字符</translation>
    </message>
    <message>
        <source>there is a driver, but CUDA does not start: {detail}. Look at nvidia-smi; after an update of the driver, start the machine again.</source>
        <translation>有驱动程序，但 CUDA 无法启动：{detail}。请查看 nvidia-smi；如果更新过驱动程序，请重新启动计算机。</translation>
    </message>
    <message>
        <source>there is a driver, but no GPU that this process may use; look at nvidia-smi and at the variable CUDA_VISIBLE_DEVICES.</source>
        <translation>有驱动程序，但没有此进程可用的 GPU；请查看 nvidia-smi 和环境变量 CUDA_VISIBLE_DEVICES。</translation>
    </message>
    <message>
        <source>there is a driver, but the CUDA parts of LibTorch are missing: {reason}. Run packaging/setup --cuda.</source>
        <translation>有驱动程序，但缺少 LibTorch 的 CUDA 部分：{reason}。请运行 packaging/setup --cuda。</translation>
    </message>
    <message>
        <source>there is a driver, but the engine&apos;s CUDA module does not load: {reason}. Run packaging/setup --cuda and build again.</source>
        <translation>有驱动程序，但无法加载引擎的 CUDA 模块：{reason}。请运行 packaging/setup --cuda 并重新构建。</translation>
    </message>
    <message>
        <source>there is a driver, but the engine&apos;s CUDA module is missing; expected one of: {places}. Build the target gan_cuda, or install the program again.</source>
        <translation>有驱动程序，但缺少引擎的 CUDA 模块；它应在以下位置之一：{places}。请构建目标 gan_cuda，或重新安装本程序。</translation>
    </message>
    <message>
        <source>this is not a well-formed path</source>
        <translation>这不是格式正确的路径</translation>
    </message>
    <message>
        <source>took over the lock of a dead engine: host {host}, process {pid}</source>
        <translation>接管了已终止引擎的锁：主机 {host}，进程 {pid}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 或 false</translation>
    </message>
    <message>
        <source>write</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>{checkpoint} is damaged: {file} {problem}. Continue from another checkpoint of the run.</source>
        <translation>{checkpoint} 已损坏：{file} {problem}。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{count} columns of metrics are more than the {limit} that a run may have: record fewer.</source>
        <translation>指标有 {count} 列，超过了一次训练允许的 {limit} 列：请减少记录的列。</translation>
    </message>
    <message>
        <source>{count} commands wait for their answers already. Wait until the engine has answered some.</source>
        <translation>已有 {count} 条命令在等待答复。请等引擎答复其中一些之后再试。</translation>
    </message>
    <message>
        <source>{file} has images 0 to {last}, but image {index} was asked for.</source>
        <translation>{file} 的图像编号为 0 至 {last}，但要求的是第 {index} 张。</translation>
    </message>
    <message>
        <source>{file} holds a damaged block of metrics: expected {expected}, found {found}. The other blocks are still used.</source>
        <translation>{file} 含有损坏的指标数据块：应为{expected}，实际为 {found}。其他数据块仍会使用。</translation>
    </message>
    <message>
        <source>{file} holds an array {found}, but images are [count, height, width] or [count, height, width, 1 or 3]. Set data.path to a file of images.</source>
        <translation>{file} 含有数组 {found}，但图像应为 [count, height, width] 或 [count, height, width, 1 or 3]。请将 data.path 设为图像文件。</translation>
    </message>
    <message>
        <source>{file} holds labels {found}, but there are {count} images. Take images and labels from the same download, or remove the labels.</source>
        <translation>{file} 含有标签 {found}，但图像有 {count} 张。请使用同一次下载的图像和标签，或移除标签。</translation>
    </message>
    <message>
        <source>{file} holds metrics in version {found} of the format, but this program knows version {known}: open the run with a newer program.</source>
        <translation>{file} 中指标的格式版本为 {found}，但本程序只支持版本 {known}：请用更新的程序打开此训练任务。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: a fully connected network grows with every pixel; use at most 128 px, or dcgan.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：全连接网络的规模随像素数增长；请使用不超过 128 像素的分辨率，或改用 dcgan。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: an epoch must hold at least one batch.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：一个轮次必须至少包含一批。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: images have 1 channel (grey) or 3 (colour).</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：图像应有 1 个通道（灰度）或 3 个通道（彩色）。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: it reads images from a folder. Say which with --data FOLDER, or set data.source to shapes.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：该来源从文件夹读取图像。请用 --data FOLDER 指定文件夹，或将 data.source 设为 shapes。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: its second hidden layer has half the width of the first; use at least 2.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：该模型第二个隐藏层的宽度是第一个的一半；请至少设为 2。</translation>
    </message>
    <message>
        <source>{folder} is not a folder; name one that holds runs, such as runs.</source>
        <translation>{folder} 不是文件夹；请指定一个存放训练任务的文件夹，例如 runs。</translation>
    </message>
    <message>
        <source>{found} sets nothing: write it as KEY=VALUE, for example data.batch_size=32.</source>
        <translation>{found} 没有设置任何内容：请写成 KEY=VALUE，例如 data.batch_size=32。</translation>
    </message>
    <message>
        <source>{key} cannot change while a run trains: it needs a restart. Branch off with {key}={value}, or start a new run.</source>
        <translation>训练期间不能更改 {key}：需要重新启动。请以 {key}={value} 分支，或新建训练任务。</translation>
    </message>
    <message>
        <source>{key} takes {expected}, but {found} lies outside. Its default is {default}.</source>
        <translation>{key} 应为 {expected}，但 {found} 超出了范围。其默认值为 {default}。</translation>
    </message>
    <message>
        <source>{key} takes {expected}, but {found} was given.</source>
        <translation>{key} 应为 {expected}，但给出的是 {found}。</translation>
    </message>
    <message>
        <source>{key} takes {expected}, but {found} was given. Did you mean &quot;{suggestion}&quot;?</source>
        <translation>{key} 应为 {expected}，但给出的是 {found}。您是不是想用“{suggestion}”？</translation>
    </message>
    <message>
        <source>{key} takes {expected}, but {found} was given. Its default is {default}.</source>
        <translation>{key} 应为 {expected}，但给出的是 {found}。其默认值为 {default}。</translation>
    </message>
    <message>
        <source>{name} is not the name of a sample. Ask for one that the list of samples names.</source>
        <translation>{name} 不是样本的名称。请使用样本列表中列出的名称。</translation>
    </message>
    <message>
        <source>{path} belongs to {found}, not to the folder it is in. Continue from another checkpoint of the run.</source>
        <translation>{path} 属于 {found}，而不属于它所在的文件夹。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}). Continue from another checkpoint of the run.</source>
        <translation>无法读取 {path}（{reason}）。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{path} cannot be used: {reason} It says what the run was made with; restore it from a copy of the run.</source>
        <translation>无法使用 {path}：{reason} 它记录了训练任务的创建方式；请从该任务的备份中恢复它。</translation>
    </message>
    <message>
        <source>{path} cannot be written: an image needs 1 or 3 channels, sides of 1 to 1048576 pixels and as many bytes, but this one is {width}x{height} with {channels} channels and {bytes} bytes.</source>
        <translation>无法写入 {path}：图像需要 1 或 3 个通道、1 至 1048576 像素的边长以及相应数量的字节，但这张图像为 {width}x{height}、{channels} 通道、{bytes} 字节。</translation>
    </message>
    <message>
        <source>{path} cannot be written: libpng says &quot;{reason}&quot;.</source>
        <translation>无法写入 {path}：libpng 报告“{reason}”。</translation>
    </message>
    <message>
        <source>{path} does not hold a token for the role {role}. Remove it; the engine makes a new one.</source>
        <translation>{path} 不含角色 {role} 的令牌。请将其移除；引擎会生成新的令牌。</translation>
    </message>
    <message>
        <source>{path} does not say where the engine is: {reason}. Remove it and start the engine again.</source>
        <translation>{path} 没有说明引擎的位置：{reason}。请将其移除，然后重新启动引擎。</translation>
    </message>
    <message>
        <source>{path} holds no run that is not served already; name a run folder or a folder of runs.</source>
        <translation>{path} 中没有尚未提供服务的训练任务；请指定一个训练任务文件夹，或存放训练任务的文件夹。</translation>
    </message>
    <message>
        <source>{path} holds no tensor &apos;{tensor}&apos;. Check that it belongs to this network.</source>
        <translation>{path} 不含张量“{tensor}”。请检查它是否属于这个网络。</translation>
    </message>
    <message>
        <source>{path} holds no token, and without one the engine answers nobody over the network. Start the engine again with --listen.</source>
        <translation>{path} 不含令牌，而没有令牌时引擎不答复任何网络连接。请用 --listen 重新启动引擎。</translation>
    </message>
    <message>
        <source>{path} holds {found} bytes of data; at most {limit} are read into memory. Use a smaller file.</source>
        <translation>{path} 含有 {found} 字节数据；最多读入内存 {limit} 字节。请使用更小的文件。</translation>
    </message>
    <message>
        <source>{path} is damaged: its gzip data cannot be unpacked. Fetch it again.</source>
        <translation>{path} 已损坏：无法解压其 gzip 数据。请重新获取。</translation>
    </message>
    <message>
        <source>{path} is damaged: the entry at byte {offset} should have number {expected}; found {found}. Its records do not follow each other, so the run&apos;s history cannot be told from it.</source>
        <translation>{path} 已损坏：字节 {offset} 处的条目编号应为 {expected}，实际为 {found}。其记录不连续，因此无法从中得知训练的历史。</translation>
    </message>
    <message>
        <source>{path} is larger than the {limit} bytes that such a file may have. Check that it is the right file.</source>
        <translation>{path} 超过了此类文件允许的 {limit} 字节。请检查是否为正确的文件。</translation>
    </message>
    <message>
        <source>{path} is neither a file of images nor a folder with {name} or {name}.gz. Set data.path to MNIST&apos;s or Fashion-MNIST&apos;s folder, or to one such file.</source>
        <translation>{path} 既不是图像文件，也不是含有 {name} 或 {name}.gz 的文件夹。请将 data.path 设为 MNIST 或 Fashion-MNIST 的文件夹，或其中一个文件。</translation>
    </message>
    <message>
        <source>{path} is not a run folder: it has no {file}. Name the folder that a training wrote.</source>
        <translation>{path} 不是训练任务文件夹：其中没有 {file}。请指定由训练写出的文件夹。</translation>
    </message>
    <message>
        <source>{path} is not a safetensors file: it announces a header of {found} bytes; {limit} are allowed. Check that it is the right file.</source>
        <translation>{path} 不是 safetensors 文件：它声明的文件头为 {found} 字节；最多允许 {limit} 字节。请检查是否为正确的文件。</translation>
    </message>
    <message>
        <source>{path} is not a valid safetensors file: tensor &apos;{tensor}&apos; lies at bytes {begin} to {end}, but should start at byte {expected}, without overlap or gap. Use another copy of it.</source>
        <translation>{path} 不是有效的 safetensors 文件：张量“{tensor}”位于字节 {begin} 至 {end}，但应从字节 {expected} 开始，不能重叠或有空隙。请换用该文件的另一份副本。</translation>
    </message>
    <message>
        <source>{path} is not a valid safetensors file: tensor &apos;{tensor}&apos; of type {type} and shape [{shape}] does not fit its {found} bytes. Use another copy of it.</source>
        <translation>{path} 不是有效的 safetensors 文件：类型为 {type}、形状为 [{shape}] 的张量“{tensor}”与其 {found} 字节不符。请换用该文件的另一份副本。</translation>
    </message>
    <message>
        <source>{path} is not a valid safetensors file: the header&apos;s entry &apos;{tensor}&apos; must hold a dtype, a shape and two data_offsets (or texts, for __metadata__), but holds {found}. Use another copy of it.</source>
        <translation>{path} 不是有效的 safetensors 文件：文件头中的条目“{tensor}”必须含有 dtype、shape 和两个 data_offsets（__metadata__ 则为文本），但实际含有 {found}。请换用该文件的另一份副本。</translation>
    </message>
    <message>
        <source>{path} is not a whole IDX file: its header announces {expected} bytes of data, but it has {found}. Fetch it again.</source>
        <translation>{path} 不是完整的 IDX 文件：其文件头声明有 {expected} 字节数据，实际为 {found} 字节。请重新获取。</translation>
    </message>
    <message>
        <source>{path} is not a whole safetensors file: it should have {expected} bytes, but has {found}. Use another copy of it.</source>
        <translation>{path} 不是完整的 safetensors 文件：应有 {expected} 字节，实际为 {found} 字节。请换用该文件的另一份副本。</translation>
    </message>
    <message>
        <source>{path} is not a whole safetensors file: its header is no valid JSON from byte {position} on. Use another copy of it.</source>
        <translation>{path} 不是完整的 safetensors 文件：其文件头从字节 {position} 起不是有效的 JSON。请换用该文件的另一份副本。</translation>
    </message>
    <message>
        <source>{path} is not an IDX file of bytes with 1 to 4 dimensions: it must start with 00 00 08 and the number of dimensions. Check that it is the right file.</source>
        <translation>{path} 不是 1 至 4 维的字节型 IDX 文件：文件必须以 00 00 08 和维数开头。请检查是否为正确的文件。</translation>
    </message>
    <message>
        <source>{path} is not an ordinary file (it is a folder, pipe or device). Name a file instead.</source>
        <translation>{path} 不是普通文件（它是文件夹、管道或设备）。请指定一个文件。</translation>
    </message>
    <message>
        <source>{path} is to hold what only you may use, but {reason}. Remove it, or set XDG_RUNTIME_DIR to a folder of yours, and start again.</source>
        <translation>{path} 用于存放只有您可以使用的内容，但{reason}。请将其移除，或将 XDG_RUNTIME_DIR 设为您自己的文件夹，然后重新启动。</translation>
    </message>
    <message>
        <source>{path} should be an ordinary file: a checkpoint holds nothing else. Please report this defect.</source>
        <translation>{path} 应为普通文件：检查点中不含其他内容。请报告此缺陷。</translation>
    </message>
    <message>
        <source>{program} could not be started: {reason}.</source>
        <translation>无法启动 {program}：{reason}。</translation>
    </message>
    <message>
        <source>{reason}; --help lists what goes</source>
        <translation>{reason}；用 --help 可以列出可用的选项</translation>
    </message>
    <message>
        <source>{run} is in use by process {pid} on {host}, running since {since}, last heard of {silence} ago. Watch or steer that one, or stop it first. If it is certainly gone, delete {lock}.</source>
        <translation>{run} 正被 {host} 上的进程 {pid} 使用，它自 {since} 起运行，最近一次活动在 {silence} 之前。请观察或控制该进程，或先停止它。如果确定它已不存在，请删除 {lock}。</translation>
    </message>
    <message>
        <source>{run} was made with other images: its manifest says {expected}, {data} is now {found}. Restore the images, or branch into a new run that is bound to those of now: gan-engine branch --set data.path=PATH.</source>
        <translation>{run} 是用其他图像创建的：其清单记录的是 {expected}，而 {data} 现在是 {found}。请恢复原来的图像，或分支出一个使用现有图像的新训练任务：gan-engine branch --set data.path=PATH。</translation>
    </message>
    <message>
        <source>{series} is infinite at step {step}.</source>
        <translation>{series} 在第 {step} 步为无穷大。</translation>
    </message>
    <message>
        <source>{series} is not a number at step {step}.</source>
        <translation>{series} 在第 {step} 步不是数字（NaN）。</translation>
    </message>
    <message>
        <source>{source} holds {bytes} bytes, but a configuration has at most {limit}. Is it the right file?</source>
        <translation>{source} 有 {bytes} 字节，但配置文件最多 {limit} 字节。这是正确的文件吗？</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. Continue from another checkpoint of the run.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过了允许的 {limit} 字节。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. If no engine works on this run, delete it.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过了允许的 {limit} 字节。如果没有引擎在处理此训练任务，请将其删除。</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. It may come from a newer version of the program: read the run with that one.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过了允许的 {limit} 字节。它可能来自更新版本的程序：请用该版本读取此训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. It says what the run was made with; restore it from a copy of the run.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过了允许的 {limit} 字节。它记录了训练任务的创建方式；请从该任务的备份中恢复它。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). Continue from another checkpoint of the run.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). If no engine works on this run, delete it.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。如果没有引擎在处理此训练任务，请将其删除。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). It may come from a newer version of the program: read the run with that one.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。它可能来自更新版本的程序：请用该版本读取此训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). It says what the run was made with; restore it from a copy of the run.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。它记录了训练任务的创建方式；请从该任务的备份中恢复它。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. Continue from another checkpoint of the run.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. If no engine works on this run, delete it.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。如果没有引擎在处理此训练任务，请将其删除。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. It may come from a newer version of the program: read the run with that one.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。它可能来自更新版本的程序：请用该版本读取此训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. It says what the run was made with; restore it from a copy of the run.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。它记录了训练任务的创建方式；请从该任务的备份中恢复它。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. Continue from another checkpoint of the run.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. If no engine works on this run, delete it.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。如果没有引擎在处理此训练任务，请将其删除。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. It may come from a newer version of the program: read the run with that one.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。它可能来自更新版本的程序：请用该版本读取此训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. It says what the run was made with; restore it from a copy of the run.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。它记录了训练任务的创建方式；请从该任务的备份中恢复它。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. Continue from another checkpoint of the run.</source>
        <translation>{source} 已损坏：其成员“{member}”应为 {expected}，实际为 {found}。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. If no engine works on this run, delete it.</source>
        <translation>{source} 已损坏：其成员“{member}”应为 {expected}，实际为 {found}。如果没有引擎在处理此训练任务，请将其删除。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. It may come from a newer version of the program: read the run with that one.</source>
        <translation>{source} 已损坏：其成员“{member}”应为 {expected}，实际为 {found}。它可能来自更新版本的程序：请用该版本读取此训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. It says what the run was made with; restore it from a copy of the run.</source>
        <translation>{source} 已损坏：其成员“{member}”应为 {expected}，实际为 {found}。它记录了训练任务的创建方式；请从该任务的备份中恢复它。</translation>
    </message>
    <message>
        <source>{source}:{line}: A setting has the type {found}, which this build does not know. Use the same version on both sides.</source>
        <translation>{source}:{line}：某项设置的类型为 {found}，此版本不认识该类型。请在两端使用相同版本。</translation>
    </message>
    <message>
        <source>{source}:{line}: There is no setting {key}. Did you mean &quot;{suggestion}&quot;?</source>
        <translation>{source}:{line}：没有设置项 {key}。您是不是想用“{suggestion}”？</translation>
    </message>
    <message>
        <source>{source}:{line}: There is no setting {key}. It would have to be one of {known}.</source>
        <translation>{source}:{line}：没有设置项 {key}。它应为以下之一：{known}。</translation>
    </message>
    <message>
        <source>{source}:{line}: a group of settings stands where a key is expected.</source>
        <translation>{source}:{line}：此处应为键，却出现了一组设置。</translation>
    </message>
    <message>
        <source>{source}:{line}: a key is missing before the colon</source>
        <translation>{source}:{line}：冒号前缺少键</translation>
    </message>
    <message>
        <source>{source}:{line}: a list begins here, but settings are written as &quot;key: value&quot;.</source>
        <translation>{source}:{line}：此处开始了一个列表，但设置应写成“key: value”。</translation>
    </message>
    <message>
        <source>{source}:{line}: a second document begins here; a configuration is one document. Remove the &quot;---&quot; above.</source>
        <translation>{source}:{line}：此处开始了第二个文档；配置只能是一个文档。请删除上方的“---”。</translation>
    </message>
    <message>
        <source>{source}:{line}: anchors and aliases (&amp; and *) are not read here. Write the value out, in quotes if it is text.</source>
        <translation>{source}:{line}：此处不支持锚点和别名（&amp; 和 *）。请写出完整的值；如果是文本，请加引号。</translation>
    </message>
    <message>
        <source>{source}:{line}: the tag {found} is not read here. Remove it, or put the text in quotes.</source>
        <translation>{source}:{line}：此处不支持标签 {found}。请将其删除，或为文本加引号。</translation>
    </message>
    <message>
        <source>{source}:{line}: there is no group of settings {key}; settings nest at most {depth} deep.</source>
        <translation>{source}:{line}：没有设置组 {key}；设置最多嵌套 {depth} 层。</translation>
    </message>
    <message>
        <source>{source}:{line}: this is not well-formed YAML: {problem}.</source>
        <translation>{source}:{line}：这不是格式正确的 YAML：{problem}。</translation>
    </message>
    <message>
        <source>{source}:{line}: this line holds a byte that is not text in UTF-8. Save the file as UTF-8.</source>
        <translation>{source}:{line}：此行含有不是 UTF-8 文本的字节。请将文件保存为 UTF-8。</translation>
    </message>
    <message>
        <source>{source}:{line}: {found} stands alone. Settings are written as &quot;data:&quot; and, below it, &quot;  batch_size: 64&quot;.</source>
        <translation>{source}:{line}：{found} 单独出现。设置应写成“data:”，并在其下一行写“  batch_size: 64”。</translation>
    </message>
    <message>
        <source>{source}:{line}: {key} is a group of settings, but {found} was given. Write &quot;{key}.NAME: VALUE&quot;.</source>
        <translation>{source}:{line}：{key} 是一组设置，但给出的是 {found}。请写成“{key}.NAME: VALUE”。</translation>
    </message>
    <message>
        <source>{source}:{line}: {key} is set a second time; line {first} sets it, too. Remove one of them.</source>
        <translation>{source}:{line}：{key} 被重复设置；第 {first} 行也设置了它。请删除其中一处。</translation>
    </message>
    <message>
        <source>{source}:{line}: {key} takes {expected}, but {found} lies outside. Its default is {default}.</source>
        <translation>{source}:{line}：{key} 应为 {expected}，但 {found} 超出了范围。其默认值为 {default}。</translation>
    </message>
    <message>
        <source>{source}:{line}: {key} takes {expected}, but {found} was given.</source>
        <translation>{source}:{line}：{key} 应为 {expected}，但给出的是 {found}。</translation>
    </message>
    <message>
        <source>{source}:{line}: {key} takes {expected}, but {found} was given. Did you mean &quot;{suggestion}&quot;?</source>
        <translation>{source}:{line}：{key} 应为 {expected}，但给出的是 {found}。您是不是想用“{suggestion}”？</translation>
    </message>
    <message>
        <source>{source}:{line}: {key} takes {expected}, but {found} was given. Its default is {default}.</source>
        <translation>{source}:{line}：{key} 应为 {expected}，但给出的是 {found}。其默认值为 {default}。</translation>
    </message>
    <message>
        <source>{steps} steps were given for {values} values of a series.</source>
        <translation>为序列的 {values} 个值给出了 {steps} 个步数。</translation>
    </message>
    <message>
        <source>No checkpoint of {run} has a score, so none is the best. Name the step of one, or take the latest.</source>
        <translation>{run} 的检查点都没有评分，因此没有最佳检查点。请指定某个检查点的步数，或使用最新的检查点。</translation>
    </message>
    <message>
        <source>The engine of {run} ended the connection: {reason}</source>
        <translation>{run} 的引擎结束了连接：{reason}</translation>
    </message>
    <message>
        <source>{run} repeats {original} and was interrupted at about step {step} of {total}: it would go on without the changes that were made to the original after that. Repeat it anew with `gan-engine replay {original} --out FOLDER`, or take one of its checkpoints as it is with `gan-engine branch {run} --out FOLDER`.</source>
        <translation>{run} 是 {original} 的重放，在大约第 {step} 步（共 {total} 步）处中断：若继续训练，将不包含此后对原任务所做的更改。请用 `gan-engine replay {original} --out FOLDER` 重新重放，或用 `gan-engine branch {run} --out FOLDER` 直接取用它的某个检查点。</translation>
    </message>
    <message>
        <source>There is no {path}. Choose a folder or a file that exists.</source>
        <translation>{path} 不存在。请选择一个存在的文件夹或文件。</translation>
    </message>
    <message>
        <source>{path} cannot be opened. Check that you may read it.</source>
        <translation>无法打开 {path}。请检查您是否有读取权限。</translation>
    </message>
    <message>
        <source>{path} is not an IDX file of images. Images are read from IDX files as MNIST has them, with or without gzip; the built-in shapes need none.</source>
        <translation>{path} 不是 IDX 图像文件。图像从 MNIST 格式的 IDX 文件读取，可以用 gzip 压缩；内置形状不需要文件。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: HDF5 says &quot;{reason}&quot;. The file is cut short or damaged; fetch or make it again.</source>
        <translation>无法{action} {path}：HDF5 报告“{reason}”。该文件不完整或已损坏；请重新获取或生成。</translation>
    </message>
    <message>
        <source>PGM or PPM</source>
        <translation>PGM 或 PPM</translation>
    </message>
    <message>
        <source>The disk that holds {run} is full: free some of it first.</source>
        <translation>{run} 所在的磁盘已满：请先释放一些空间。</translation>
    </message>
    <message>
        <source>a number in it is too large</source>
        <translation>其中某个数字过大</translation>
    </message>
    <message>
        <source>a number is missing in it</source>
        <translation>其中缺少一个数字</translation>
    </message>
    <message>
        <source>a pixel is not in its palette</source>
        <translation>某个像素不在其调色板中</translation>
    </message>
    <message>
        <source>a run-length coded BMP</source>
        <translation>采用游程编码的 BMP</translation>
    </message>
    <message>
        <source>a value is larger than it says</source>
        <translation>某个值大于它声明的最大值</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>它过早结束</translation>
    </message>
    <message>
        <source>it has no palette</source>
        <translation>它没有调色板</translation>
    </message>
    <message>
        <source>it holds no frame</source>
        <translation>它不含任何帧</translation>
    </message>
    <message>
        <source>it is too short for its width and height</source>
        <translation>其长度与宽度和高度不符，数据过短</translation>
    </message>
    <message>
        <source>its codes have an impossible length</source>
        <translation>其编码长度不可能成立</translation>
    </message>
    <message>
        <source>its data are cut off or cannot be decoded</source>
        <translation>其数据不完整或无法解码</translation>
    </message>
    <message>
        <source>its data hold an impossible code</source>
        <translation>其数据含有不可能的编码</translation>
    </message>
    <message>
        <source>its first frame ends too early</source>
        <translation>其第一帧过早结束</translation>
    </message>
    <message>
        <source>its header cannot be read</source>
        <translation>无法读取其文件头</translation>
    </message>
    <message>
        <source>its largest value is not between 1 and 65535</source>
        <translation>其最大值不在 1 至 65535 之间</translation>
    </message>
    <message>
        <source>its palette is larger than its pixels can use</source>
        <translation>其调色板大于像素所能使用的范围</translation>
    </message>
    <message>
        <source>its pixels are stored in an unknown way</source>
        <translation>其像素以未知的方式存储</translation>
    </message>
    <message>
        <source>its rows have another length than its header says</source>
        <translation>其行长度与文件头所述不符</translation>
    </message>
    <message>
        <source>there is no memory to read it</source>
        <translation>没有足够的内存来读取它</translation>
    </message>
    <message>
        <source>{file} is not a picture that can be read: JPEG, PNG, WebP, GIF, BMP, PGM and PPM are, but it begins with {found}. Fetch it again, convert it or take it away.</source>
        <translation>{file} 不是可读取的图片：支持 JPEG、PNG、WebP、GIF、BMP、PGM 和 PPM，但它以 {found} 开头。请重新获取、转换或将其移除。</translation>
    </message>
    <message>
        <source>{file} is {found}, which is not read. Convert it to PNG or take it away.</source>
        <translation>{file} 是{found}，不支持读取。请将其转换为 PNG 或移除。</translation>
    </message>
    <message>
        <source>{file} says that it is {width}x{height} px; pictures have at least one pixel and at most {limit}. Scale it down or take it away.</source>
        <translation>{file} 声明的尺寸为 {width}x{height} 像素；图片至少有一个像素，最多 {limit} 个。请将其缩小或移除。</translation>
    </message>
    <message>
        <source>{file} should be a whole {format} picture, but is damaged: {reason}. Fetch it again or take it away.</source>
        <translation>{file} 应为完整的 {format} 图片，但已损坏：{reason}。请重新获取或将其移除。</translation>
    </message>
    <message>
        <source>The AWS profile has {setting}, which only AWS&apos;s own tools understand. Give it the line credential_process = aws configure export-credentials --format process --profile NAME in a second profile, and set data.s3_profile to that one.</source>
        <translation>AWS 配置档案中有 {setting}，只有 AWS 自己的工具能理解它。请在另一个配置档案中写入 credential_process = aws configure export-credentials --format process --profile NAME 这一行，并将 data.s3_profile 设为该档案。</translation>
    </message>
    <message>
        <source>The credential_process of the AWS profile printed no usable credentials within 60 s ({reason}). Run it in a shell: it must end with code 0 and print JSON with AccessKeyId and SecretAccessKey.</source>
        <translation>AWS 配置档案的 credential_process 在 60 秒内没有输出可用的凭证（{reason}）。请在 shell 中运行它：它必须以代码 0 结束，并输出含有 AccessKeyId 和 SecretAccessKey 的 JSON。</translation>
    </message>
    <message>
        <source>The folder {folder} for copies of remote images cannot be made ({reason}). Set data.cache_path to a folder that you may write to, or data.cache_limit=0.</source>
        <translation>无法创建用于存放远程图像副本的文件夹 {folder}（{reason}）。请将 data.cache_path 设为您有写入权限的文件夹，或设置 data.cache_limit=0。</translation>
    </message>
    <message>
        <source>The images of {path} take {needed}, but this machine has {memory} of memory. Set data.in_memory to off.</source>
        <translation>{path} 的图像需要 {needed}，但本机只有 {memory} 内存。请将 data.in_memory 设为 off。</translation>
    </message>
    <message>
        <source>The list of objects in {source} is not as ListObjectsV2 writes it: {reason}. Check that data.s3_endpoint is an S3 server.</source>
        <translation>{source} 中的对象列表不符合 ListObjectsV2 的格式：{reason}。请检查 data.s3_endpoint 是否为 S3 服务器。</translation>
    </message>
    <message>
        <source>There are no AWS credentials: none in the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), in the profile, nor from this machine&apos;s metadata. Set data.s3_profile, or data.s3_anonymous=true for a public bucket.</source>
        <translation>没有 AWS 凭证：环境变量（AWS_ACCESS_KEY_ID、AWS_SECRET_ACCESS_KEY）、配置档案以及本机的元数据中都没有。请设置 data.s3_profile；对于公开的存储桶，请设置 data.s3_anonymous=true。</translation>
    </message>
    <message>
        <source>There is no profile {profile} in {credentials} nor in {config}. Set data.s3_profile or AWS_PROFILE to one that is there, or make it with `aws configure --profile {profile}`.</source>
        <translation>{credentials} 和 {config} 中都没有配置档案 {profile}。请将 data.s3_profile 或 AWS_PROFILE 设为已有的配置档案，或用 `aws configure --profile {profile}` 创建它。</translation>
    </message>
    <message>
        <source>a key is not 1 to 1,024 bytes long</source>
        <translation>某个键的长度不在 1 至 1,024 字节之间</translation>
    </message>
    <message>
        <source>a key is not percent-encoded, although the answer says so</source>
        <translation>某个键没有经过百分号编码，尽管答复声称如此</translation>
    </message>
    <message>
        <source>an object lacks its key or its size</source>
        <translation>某个对象缺少键或大小</translation>
    </message>
    <message>
        <source>data.s3_endpoint is not the address of a server. Write https://host or http://host:port, without a user, a path or a query.</source>
        <translation>data.s3_endpoint 不是服务器地址。请写成 https://host 或 http://host:port，不含用户名、路径或查询。</translation>
    </message>
    <message>
        <source>it is another document</source>
        <translation>它是另一种文档</translation>
    </message>
    <message>
        <source>it is cut off without a token to go on with</source>
        <translation>它不完整，且没有用于继续的令牌</translation>
    </message>
    <message>
        <source>it is not whole XML</source>
        <translation>它不是完整的 XML</translation>
    </message>
    <message>
        <source>its continuation token is too long</source>
        <translation>其继续令牌过长</translation>
    </message>
    <message>
        <source>its output is not understood</source>
        <translation>无法理解其输出</translation>
    </message>
    <message>
        <source>no imgs</source>
        <translation>没有 imgs</translation>
    </message>
    <message>
        <source>{address} is not the address of a folder in S3. Write s3://bucket/folder, where a bucket&apos;s name has 3 to 63 small letters, digits, dots and hyphens.</source>
        <translation>{address} 不是 S3 文件夹的地址。请写成 s3://bucket/folder，其中存储桶名称为 3 至 63 个小写字母、数字、点和连字符。</translation>
    </message>
    <message>
        <source>{object} has changed since it was listed: {server} answered {answer}. Set data.s3_listing_hours=0 to list anew, and start a new run with the new images.</source>
        <translation>{object} 在列出之后发生了变化：{server} 答复 {answer}。请设置 data.s3_listing_hours=0 以重新列出，并用新的图像新建训练任务。</translation>
    </message>
    <message>
        <source>{object} was announced with {expected} bytes, but {server} sent {found}. List it anew with data.s3_listing_hours=0; if that does not help, upload it again.</source>
        <translation>{object} 声明有 {expected} 字节，但 {server} 发送了 {found} 字节。请用 data.s3_listing_hours=0 重新列出；如果无效，请重新上传该对象。</translation>
    </message>
    <message>
        <source>{object}: it could not be read from {server} in {attempts} attempts; the last one failed with: {reason}. Check the network, data.s3_endpoint and data.s3_region.</source>
        <translation>{object}：从 {server} 读取 {attempts} 次均失败；最后一次的原因是：{reason}。请检查网络、data.s3_endpoint 和 data.s3_region。</translation>
    </message>
    <message>
        <source>{object}: {server} answered {answer}. Check data.s3_endpoint, data.s3_region and data.s3_path_style.</source>
        <translation>{object}：{server} 答复 {answer}。请检查 data.s3_endpoint、data.s3_region 和 data.s3_path_style。</translation>
    </message>
    <message>
        <source>{object}: {server} answered {answer}. Check the bucket, the folder and data.s3_endpoint; if the object was removed since it was listed, set data.s3_listing_hours=0.</source>
        <translation>{object}：{server} 答复 {answer}。请检查存储桶、文件夹和 data.s3_endpoint；如果该对象在列出之后被移除，请设置 data.s3_listing_hours=0。</translation>
    </message>
    <message>
        <source>{object}: {server} answered {answer}. Reading needs the rights s3:ListBucket and s3:GetObject: ask for them, name other credentials with data.s3_profile, or set data.s3_anonymous for a public bucket.</source>
        <translation>{object}：{server} 答复 {answer}。读取需要 s3:ListBucket 和 s3:GetObject 权限：请申请这些权限，用 data.s3_profile 指定其他凭证；对于公开的存储桶，请设置 data.s3_anonymous。</translation>
    </message>
    <message>
        <source>{object}: {server} answered {answer}. The credentials are wrong or too old for this server: renew them, or name others with data.s3_profile.</source>
        <translation>{object}：{server} 答复 {answer}。凭证有误，或对此服务器而言已经过期：请更新凭证，或用 data.s3_profile 指定其他凭证。</translation>
    </message>
    <message>
        <source>{object}: {server} answered {answer}. This machine&apos;s clock is off by more than 15 minutes; set it right.</source>
        <translation>{object}：{server} 答复 {answer}。本机时钟的误差超过 15 分钟；请校准时钟。</translation>
    </message>
    <message>
        <source>{object}: {server} did not serve it in {attempts} attempts; the last answer was {reason}. Try again later, or with fewer data.workers.</source>
        <translation>{object}：{server} 在 {attempts} 次尝试中都没有提供它；最后一次的答复是 {reason}。请稍后重试，或减少 data.workers。</translation>
    </message>
    <message>
        <source>{path} announces {name} {shape}, which is {expected} bytes, but has stored {found}. It was not written to its end: fetch or make it again.</source>
        <translation>{path} 声明 {name} 为 {shape}，即 {expected} 字节，但实际存有 {found} 字节。它没有写完：请重新获取或生成。</translation>
    </message>
    <message>
        <source>{path} ends before image {index}; it became shorter while it was in use. Restore it.</source>
        <translation>{path} 在第 {index} 张图像之前就结束了；它在使用期间变短了。请恢复该文件。</translation>
    </message>
    <message>
        <source>{path} has images 0 to {last}, but image {index} was asked for.</source>
        <translation>{path} 的图像编号为 0 至 {last}，但要求的是第 {index} 张。</translation>
    </message>
    <message>
        <source>{path} should hold a data set imgs of uint8, [count, 1 or 3, height, width] or [count, height, width, 1 or 3], and perhaps labels, one integer an image; found: {found}. Make it as BigGAN-PyTorch&apos;s make_hdf5.py does.</source>
        <translation>{path} 应含有 uint8 类型的数据集 imgs，形状为 [count, 1 or 3, height, width] 或 [count, height, width, 1 or 3]，还可以含有 labels，每张图像一个整数；但实际为：{found}。请像 BigGAN-PyTorch 的 make_hdf5.py 那样生成。</translation>
    </message>
    <message>
        <source>{region} is not the name of an AWS region. Set data.s3_region to one such as eu-central-1.</source>
        <translation>{region} 不是 AWS 区域的名称。请将 data.s3_region 设为例如 eu-central-1 的区域。</translation>
    </message>
    <message>
        <source>{server} names {second} as the region of {bucket}, but had named {first} before. Set data.s3_region to the bucket&apos;s region.</source>
        <translation>{server} 称 {bucket} 的区域为 {second}，但此前称其为 {first}。请将 data.s3_region 设为该存储桶的区域。</translation>
    </message>
    <message>
        <source>An image of {width}x{height} with {channels} channels and {bytes} bytes cannot become {new_width}x{new_height}: both need at least one pixel, and 1 or 3 channels.</source>
        <translation>{width}x{height}、{channels} 通道、{bytes} 字节的图像无法转换为 {new_width}x{new_height}：两者都至少需要一个像素，通道数为 1 或 3。</translation>
    </message>
    <message>
        <source>Line {line} of {file} should be an image&apos;s name, a comma and its class, but is not. Fetch the file again, or take it away to train without labels.</source>
        <translation>{file} 的第 {line} 行应为图像名称、逗号和类别，但实际不是。请重新获取该文件，或将其移除以便不带标签训练。</translation>
    </message>
    <message>
        <source>{damaged} of the {count} images of {data} are damaged or missing, which is more than data.corrupt_limit = {limit} allows. {list} names them. Replace or take them away, or raise the limit.</source>
        <translation>{data} 的 {count} 张图像中有 {damaged} 张已损坏或缺失，超过了 data.corrupt_limit = {limit} 所允许的数量。{list} 列出了它们的名称。请替换或移除它们，或提高该上限。</translation>
    </message>
    <message>
        <source>{file} says nothing about {image}, which lies in {folder}. Take both from the same download, or move the file of labels away to train without labels.</source>
        <translation>{file} 中没有 {image} 的信息，而它位于 {folder} 中。请使用同一次下载的图像和标签，或移走标签文件以便不带标签训练。</translation>
    </message>
    <message>
        <source>{folder} has images 0 to {last}, but image {index} was asked for.</source>
        <translation>{folder} 的图像编号为 0 至 {last}，但要求的是第 {index} 张。</translation>
    </message>
    <message>
        <source>{path} holds no pictures (JPEG, PNG, WebP, GIF, BMP, PGM or PPM), nor do its subfolders. Choose the folder that holds them, or the folder of their classes&apos; folders.</source>
        <translation>{path} 及其子文件夹中都没有图片（JPEG、PNG、WebP、GIF、BMP、PGM 或 PPM）。请选择存放图片的文件夹，或存放各类别文件夹的文件夹。</translation>
    </message>
    <message>
        <source>{path} holds {loose} pictures beside {nested} in subfolders, so it is not clear whether subfolders are classes. Move the former into a subfolder of their own, or choose one of the subfolders.</source>
        <translation>{path} 中有 {loose} 张图片，其子文件夹中另有 {nested} 张，因此不清楚子文件夹是否表示类别。请将前者移入单独的子文件夹，或选择其中一个子文件夹。</translation>
    </message>
    <message>
        <source>{path} is not a folder. Set data.path to a folder of pictures, or to one with a subfolder for each class.</source>
        <translation>{path} 不是文件夹。请将 data.path 设为存放图片的文件夹，或每个类别有一个子文件夹的文件夹。</translation>
    </message>
    <message>
        <source>The array {name} of {file} has elements {type} in {order} order; numbers in C order are read. Save it again with numpy.ascontiguousarray(array).</source>
        <translation>{file} 的数组 {name} 的元素为 {type}、{order} 顺序；只能读取 C 顺序的数字。请用 numpy.ascontiguousarray(array) 重新保存。</translation>
    </message>
    <message>
        <source>The array {name} of {file} takes {found} bytes; at most {limit} are read into memory. Use a smaller file, or an HDF5 file.</source>
        <translation>{file} 的数组 {name} 占 {found} 字节；最多读入内存 {limit} 字节。请使用更小的文件或 HDF5 文件。</translation>
    </message>
    <message>
        <source>an array does not match its checksum</source>
        <translation>某个数组与其校验和不符</translation>
    </message>
    <message>
        <source>an array has two lengths</source>
        <translation>某个数组有两个长度</translation>
    </message>
    <message>
        <source>an array in it is cut off</source>
        <translation>其中某个数组不完整</translation>
    </message>
    <message>
        <source>an array in it is not in NumPy&apos;s format</source>
        <translation>其中某个数组不是 NumPy 的格式</translation>
    </message>
    <message>
        <source>an array in it is shorter than its shape</source>
        <translation>其中某个数组比其形状所需的短</translation>
    </message>
    <message>
        <source>an array is not where its directory says</source>
        <translation>某个数组不在其目录所指的位置</translation>
    </message>
    <message>
        <source>an array is packed otherwise</source>
        <translation>某个数组采用了其他压缩方式</translation>
    </message>
    <message>
        <source>an array reaches beyond its end</source>
        <translation>某个数组超出了文件末尾</translation>
    </message>
    <message>
        <source>it has no directory</source>
        <translation>它没有目录</translation>
    </message>
    <message>
        <source>its directory cannot be found</source>
        <translation>找不到其目录</translation>
    </message>
    <message>
        <source>its directory is garbled</source>
        <translation>其目录已损坏</translation>
    </message>
    <message>
        <source>its directory is too large</source>
        <translation>其目录过大</translation>
    </message>
    <message>
        <source>its packed data cannot be unpacked</source>
        <translation>无法解压其压缩数据</translation>
    </message>
    <message>
        <source>the header of an array cannot be read</source>
        <translation>无法读取某个数组的头部</translation>
    </message>
    <message>
        <source>the header of an array is too long</source>
        <translation>某个数组的头部过长</translation>
    </message>
    <message>
        <source>there is no memory</source>
        <translation>内存不足</translation>
    </message>
    <message>
        <source>{file} gives image {index} the class {label} in its array {name}; classes are counted from 0. Save it with other labels, or without.</source>
        <translation>{file} 的数组 {name} 给图像 {index} 的类别为 {label}；类别从 0 开始计数。请用其他标签重新保存，或不保存标签。</translation>
    </message>
    <message>
        <source>{file} gives image {index} the class {label}, but classes go from 0 to {last}. Fetch it again, in the binary version.</source>
        <translation>{file} 给图像 {index} 的类别为 {label}，但类别为 0 至 {last}。请重新获取二进制版本。</translation>
    </message>
    <message>
        <source>{file} holds no array {name}; it holds: {known}.</source>
        <translation>{file} 不含数组 {name}；它含有：{known}。</translation>
    </message>
    <message>
        <source>{file} holds {found}, but no images: uint8 [N, H, W], [N, H, W, 1 or 3] or [N, 1 or 3, H, W]. Save them so with numpy.savez(FILE, images=..., labels=...).</source>
        <translation>{file} 含有 {found}，但不含图像：应为 uint8 [N, H, W]、[N, H, W, 1 or 3] 或 [N, 1 or 3, H, W]。请用 numpy.savez(FILE, images=..., labels=...) 保存。</translation>
    </message>
    <message>
        <source>{file} is not a whole file of CIFAR&apos;s binary version: its {found} bytes are not a multiple of {record}. Fetch it again.</source>
        <translation>{file} 不是完整的 CIFAR 二进制版本文件：其 {found} 字节不是 {record} 的倍数。请重新获取。</translation>
    </message>
    <message>
        <source>{file} should be an .npz archive as NumPy writes it, but is not: {reason}. Fetch or make it again.</source>
        <translation>{file} 应为 NumPy 写出的 .npz 归档，但实际不是：{reason}。请重新获取或生成。</translation>
    </message>
    <message>
        <source>{folder} holds neither data_batch_1.bin (CIFAR-10) nor train.bin (CIFAR-100). Set data.path to the folder that the archive of the binary version unpacks to.</source>
        <translation>{folder} 中既没有 data_batch_1.bin（CIFAR-10），也没有 train.bin（CIFAR-100）。请将 data.path 设为二进制版本归档解压后的文件夹。</translation>
    </message>
    <message>
        <source>There is no home folder to keep copies of remote images in. Set data.cache_path.</source>
        <translation>没有可用来存放远程图像副本的主目录。请设置 data.cache_path。</translation>
    </message>
    <message>
        <source>s3://{bucket}/{key} has {found} bytes; a picture may have {limit}. Make it smaller or take it away.</source>
        <translation>s3://{bucket}/{key} 有 {found} 字节；一张图片最多可有 {limit} 字节。请将其缩小或移走。</translation>
    </message>
    <message>
        <source>{address} has images 0 to {last}, but image {index} was asked for.</source>
        <translation>{address} 的图像编号为 0 至 {last}，但要求的是第 {index} 张。</translation>
    </message>
    <message>
        <source>{server} does not list {address} in the order of the keys, so that nothing tells where its list ends. Copy the images to a bucket of another kind.</source>
        <translation>{server} 未按键的顺序列出 {address}，因此无法得知列表在何处结束。请将图像复制到另一种存储桶。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: batches prepared ahead would take {size}; at most 16 GiB are allowed. Lower one of them or data.prefetch_batches.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：预先准备的批次将占用 {size}；最多允许 16 GiB。请降低其中之一或 data.prefetch_batches。</translation>
    </message>
    <message>
        <source>{path} holds no array of bytes [N, H, W] or [N, H, W, 3] or [N, 3, H, W]. Save images so with numpy.savez().</source>
        <translation>{path} 中没有形状为 [N, H, W]、[N, H, W, 3] 或 [N, 3, H, W] 的字节数组。请用 numpy.savez() 按这种形状保存图像。</translation>
    </message>
    <message>
        <source>--memory is {value}: expected a whole number with K, M, G or T behind it, such as 64G.</source>
        <translation>--memory 为 {value}：应为后面带 K、M、G 或 T 的整数，例如 64G。</translation>
    </message>
    <message>
        <source>--rank {rank} and --world-size {size}: expected a rank from 0 up to one less than the size.</source>
        <translation>--rank {rank} 和 --world-size {size}：rank 应从 0 开始，且小于 world size。</translation>
    </message>
    <message>
        <source>--time is {time}, but the signal to write a checkpoint comes {lead} before its end, so nothing would be trained. Ask for more time, or for less notice with --signal-lead.</source>
        <translation>--time 为 {time}，但写入检查点的信号在结束前 {lead} 发出，因此没有时间训练。请申请更长的时间，或用 --signal-lead 缩短提前量。</translation>
    </message>
    <message>
        <source>--time is {value}: expected minutes, H:MM:SS or D-HH, such as 90, 1:30:00 or 2-12.</source>
        <translation>--time 为 {value}：应为分钟数、H:MM:SS 或 D-HH，例如 90、1:30:00 或 2-12。</translation>
    </message>
    <message>
        <source>A MATLAB structure should have the field {name}, but has not. Fetch its file again.</source>
        <translation>某个 MATLAB 结构体应有字段 {name}，但实际没有。请重新获取其文件。</translation>
    </message>
    <message>
        <source>A picture at byte {offset} of {file} has more than 256 MiB. Make it smaller or take it away.</source>
        <translation>{file} 中字节 {offset} 处的图片超过 256 MiB。请将其缩小或移除。</translation>
    </message>
    <message>
        <source>All images have one label. If they are of several kinds, give each kind a folder.</source>
        <translation>所有图像的标签都相同。如果它们分属多个种类，请为每个种类建一个文件夹。</translation>
    </message>
    <message>
        <source>An epoch of {name} has {count} images, which is less than one batch of {batch_size}. Use a smaller data.batch_size, more images, or data.last_batch=pad.</source>
        <translation>{name} 的一个轮次有 {count} 张图像，不足一批（{batch_size} 张）。请减小 data.batch_size、增加图像，或设置 data.last_batch=pad。</translation>
    </message>
    <message>
        <source>Another process is preparing into {path}. Wait for it, or choose another name with --out.</source>
        <translation>另一个进程正在向 {path} 写入预处理的数据。请等它完成，或用 --out 换一个名称。</translation>
    </message>
    <message>
        <source>Rank {rank} of {size} on {host} lost the connection to another process of the run ({reason}). That one has ended; its own output says why. Resume the run when the cause is gone.</source>
        <translation>{host} 上的 rank {rank}（共 {size} 个进程）与训练任务的另一个进程失去了连接（{reason}）。那个进程已经结束；原因见它自己的输出。排除原因后，请继续训练。</translation>
    </message>
    <message>
        <source>Rank {rank} of {size} on {host} waited {time} for the other processes of the run, and at least one did not answer ({reason}). It may hang or be stopped; look at the output of each, then resume the run.</source>
        <translation>{host} 上的 rank {rank}（共 {size} 个进程）等待训练任务的其他进程 {time}，至少有一个没有答复（{reason}）。它可能已卡住或被停止；请查看每个进程的输出，然后继续训练。</translation>
    </message>
    <message>
        <source>Rank {rank} on {host} would listen at {address}, which {other} cannot reach. Name a network interface that joins the hosts.</source>
        <translation>{host} 上的 rank {rank} 将在 {address} 监听，但 {other} 无法访问该地址。请指定连接各主机的网络接口。</translation>
    </message>
    <message>
        <source>Slurm did not take {script}: {reason}</source>
        <translation>Slurm 没有接受 {script}：{reason}</translation>
    </message>
    <message>
        <source>Slurm&apos;s list &quot;{list}&quot; is not understood: {reason}. Expected something like n[0-3,7],m1 for nodes and 2(x2),1 for tasks.</source>
        <translation>无法理解 Slurm 的列表“{list}”：{reason}。节点应类似 n[0-3,7],m1，进程数应类似 2(x2),1。</translation>
    </message>
    <message>
        <source>The engine (process {pid}) has not answered for {time}. It goes on starting: open {run} later. What it says is in engine.log there.</source>
        <translation>引擎（进程 {pid}）已有 {time} 没有答复。它仍在继续启动：请稍后打开 {run}。它的输出在该文件夹的 engine.log 中。</translation>
    </message>
    <message>
        <source>The engine ended while it looked at {source}, without a word. It may have been killed, or lack memory.</source>
        <translation>引擎在查看 {source} 时结束了，没有留下任何信息。它可能被终止了，或者内存不足。</translation>
    </message>
    <message>
        <source>The engine ended while it looked at {source}. Its last words: {words}</source>
        <translation>引擎在查看 {source} 时结束了。它最后的输出：{words}</translation>
    </message>
    <message>
        <source>The engine has said nothing of {source} for {time} and was ended. Check that the disk or the server answers, then try again.</source>
        <translation>引擎查看 {source} 时已有 {time} 没有任何输出，因此被结束。请确认磁盘或服务器有响应，然后重试。</translation>
    </message>
    <message>
        <source>The environment says that this is one of several processes, but {name} is {found} where {expected} was expected. Start with a launcher that sets RANK, WORLD_SIZE, LOCAL_RANK, MASTER_ADDR and MASTER_PORT, or unset RANK and WORLD_SIZE.</source>
        <translation>环境变量表明这是多个进程之一，但 {name} 应为 {expected}，实际为 {found}。请用会设置 RANK、WORLD_SIZE、LOCAL_RANK、MASTER_ADDR 和 MASTER_PORT 的启动程序来启动，或取消设置 RANK 和 WORLD_SIZE。</translation>
    </message>
    <message>
        <source>The job&apos;s log would be at {path}: Slurm takes no quotes, backslashes or control characters in it. Choose another folder for the run.</source>
        <translation>作业的日志将位于 {path}：Slurm 不接受其中的引号、反斜杠或控制字符。请为训练任务另选一个文件夹。</translation>
    </message>
    <message>
        <source>The processes of the run do not agree on {what}: rank {rank} on {host} has {found}, rank 0 on {first_host} has {expected}. Start all of them from the same program, settings and images.</source>
        <translation>训练任务的各进程在 {what} 上不一致：{host} 上的 rank {rank} 为 {found}，{first_host} 上的 rank 0 为 {expected}。请用相同的程序、设置和图像启动所有进程。</translation>
    </message>
    <message>
        <source>The program sbatch does not start ({reason}): is Slurm installed on this machine? The script is in {script}; submit it with `sbatch` on a machine of the cluster.</source>
        <translation>无法启动程序 sbatch（{reason}）：本机是否安装了 Slurm？脚本在 {script} 中；请在集群的某台机器上用 `sbatch` 提交。</translation>
    </message>
    <message>
        <source>What is written for good cannot be random: leave data.flip off and set data.crop to centre, long_edge or none. Training can still mirror the prepared images.</source>
        <translation>永久写入的内容不能是随机的：请关闭 data.flip，并将 data.crop 设为 centre、long_edge 或 none。训练时仍可镜像预处理过的图像。</translation>
    </message>
    <message>
        <source>What was read back from {copy} differs from {source}, of which it is a copy. It was removed. Stage again; if this comes back, a disk or the memory of this machine is failing.</source>
        <translation>{copy} 是 {source} 的副本，但从中读回的内容与原件不同。该副本已移除。请重新暂存；如果再次发生，则本机的磁盘或内存可能出了故障。</translation>
    </message>
    <message>
        <source>a bracket is not closed</source>
        <translation>有括号没有闭合</translation>
    </message>
    <message>
        <source>a file is stored without its empty parts</source>
        <translation>有文件以稀疏方式存储（省略了空白部分）</translation>
    </message>
    <message>
        <source>a name is empty</source>
        <translation>有名称为空</translation>
    </message>
    <message>
        <source>a number from 0</source>
        <translation>不小于 0 的数字</translation>
    </message>
    <message>
        <source>a number of threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>a part of it cannot be unpacked</source>
        <translation>其中有一部分无法解压</translation>
    </message>
    <message>
        <source>a short element has more than four bytes</source>
        <translation>有短元素超过四个字节</translation>
    </message>
    <message>
        <source>a synset in meta.mat has no number, name or count of children</source>
        <translation>meta.mat 中有 synset 缺少编号、名称或子项数</translation>
    </message>
    <message>
        <source>a whole number from 0</source>
        <translation>不小于 0 的整数</translation>
    </message>
    <message>
        <source>an element reaches beyond its end</source>
        <translation>有元素超出了文件末尾</translation>
    </message>
    <message>
        <source>data.balanced shows each class equally often, but the images have no classes. Set data.balanced to false, or sort the images into one folder for each class.</source>
        <translation>data.balanced 使每个类别出现的次数相同，但这些图像没有类别。请将 data.balanced 设为 false，或将图像按类别分别放入各自的文件夹。</translation>
    </message>
    <message>
        <source>gan-engine data prepare</source>
        <translation>gan-engine data prepare</translation>
    </message>
    <message>
        <source>it counts too many nodes</source>
        <translation>它给出的节点数过多</translation>
    </message>
    <message>
        <source>it ends inside a file</source>
        <translation>它在某个文件中间结束</translation>
    </message>
    <message>
        <source>it ends inside a header</source>
        <translation>它在某个文件头中间结束</translation>
    </message>
    <message>
        <source>it ends inside an element</source>
        <translation>它在某个元素中间结束</translation>
    </message>
    <message>
        <source>it has more structures than are read</source>
        <translation>它含有的结构体多于可读取的数量</translation>
    </message>
    <message>
        <source>it is shorter than its header</source>
        <translation>它比文件头还短</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>它过长</translation>
    </message>
    <message>
        <source>it names too many nodes</source>
        <translation>它列出的节点过多</translation>
    </message>
    <message>
        <source>it unpacks to more than 64 MiB</source>
        <translation>它解压后超过 64 MiB</translation>
    </message>
    <message>
        <source>its structures have no fields</source>
        <translation>其结构体没有字段</translation>
    </message>
    <message>
        <source>lock</source>
        <translation>锁定</translation>
    </message>
    <message>
        <source>make</source>
        <translation>建立</translation>
    </message>
    <message>
        <source>meta.mat holds no synsets</source>
        <translation>meta.mat 不含任何 synset</translation>
    </message>
    <message>
        <source>one set of images</source>
        <translation>一组图像</translation>
    </message>
    <message>
        <source>the attributes in front of a file cannot be read</source>
        <translation>无法读取某个文件前的属性</translation>
    </message>
    <message>
        <source>the class of an array is missing</source>
        <translation>缺少某个数组的类型</translation>
    </message>
    <message>
        <source>the fields&apos; names have an impossible length</source>
        <translation>各字段名称的长度不可能成立</translation>
    </message>
    <message>
        <source>the length of the fields&apos; names is impossible</source>
        <translation>字段名称长度的值不可能成立</translation>
    </message>
    <message>
        <source>the length of the fields&apos; names is missing</source>
        <translation>缺少字段名称的长度</translation>
    </message>
    <message>
        <source>the losses are not finite; roll back within {time}, or the run ends</source>
        <translation>损失不是有限值；请在 {time} 内回退，否则训练将结束</translation>
    </message>
    <message>
        <source>the size of a file is no number</source>
        <translation>某个文件的大小不是数字</translation>
    </message>
    <message>
        <source>the size of an array is impossible</source>
        <translation>某个数组的大小不可能成立</translation>
    </message>
    <message>
        <source>the size of an array is missing</source>
        <translation>缺少某个数组的大小</translation>
    </message>
    <message>
        <source>there is a name or a list of attributes of more than 1 MiB</source>
        <translation>有名称或属性列表超过 1 MiB</translation>
    </message>
    <message>
        <source>there is no header of a file</source>
        <translation>没有文件头</translation>
    </message>
    <message>
        <source>there is no memory to unpack it</source>
        <translation>没有足够的内存来解压它</translation>
    </message>
    <message>
        <source>three numbers</source>
        <translation>三个数字</translation>
    </message>
    <message>
        <source>{damaged} of {count} images cannot be read, which is more than data.corrupt_limit = {limit} allows: a run would stop. Fetch them again, remove them, or raise the limit.</source>
        <translation>{count} 张图像中有 {damaged} 张无法读取，超过了 data.corrupt_limit = {limit} 所允许的数量：训练会停止。请重新获取或移除这些图像，或提高该上限。</translation>
    </message>
    <message>
        <source>{damaged} of {count} images cannot be read. Fetch them again, or remove them.</source>
        <translation>{count} 张图像中有 {damaged} 张无法读取。请重新获取或移除这些图像。</translation>
    </message>
    <message>
        <source>{data} has no part {wanted}; it holds {found}. Set data.split to a part that is there, or data.path to the place of the images themselves and data.split to train.</source>
        <translation>{data} 没有子集 {wanted}；它含有：{found}。请将 data.split 设为已有的子集，或将 data.path 设为图像本身所在的位置并将 data.split 设为 train。</translation>
    </message>
    <message>
        <source>{empty} of {count} classes have no images, such as {name}. Add some, or remove the classes.</source>
        <translation>{count} 个类别中有 {empty} 个没有图像，例如 {name}。请添加图像，或移除这些类别。</translation>
    </message>
    <message>
        <source>{file} has changed since it was listed: at byte {offset} there is another file. Start again.</source>
        <translation>{file} 在列出之后发生了变化：字节 {offset} 处是另一个文件。请重新开始。</translation>
    </message>
    <message>
        <source>{file} holds no pictures (JPEG, PNG, WebP, GIF, BMP, PGM or PPM). Choose an archive that does.</source>
        <translation>{file} 中没有图片（JPEG、PNG、WebP、GIF、BMP、PGM 或 PPM）。请选择含有图片的归档。</translation>
    </message>
    <message>
        <source>{file} holds {loose} pictures beside {nested} in folders, so it is not clear whether folders are classes. Pack them again: all in folders or none.</source>
        <translation>{file} 中有 {loose} 张图片，其文件夹中另有 {nested} 张，因此不清楚文件夹是否表示类别。请重新打包：要么全部放入文件夹，要么都不放。</translation>
    </message>
    <message>
        <source>{file} no longer holds the rows at byte {offset} that were read from it before: something changed or damaged it. Open the run again to see what is left.</source>
        <translation>{file} 中字节 {offset} 处先前读取过的数据行已不存在：文件被更改或损坏了。请重新打开训练任务，查看剩余的内容。</translation>
    </message>
    <message>
        <source>{file} should be a MATLAB file of version 5 to 7, but {reason}. Fetch it again.</source>
        <translation>{file} 应为版本 5 至 7 的 MATLAB 文件，但{reason}。请重新获取。</translation>
    </message>
    <message>
        <source>{file} should be a whole tar archive, but at byte {offset} {reason}. Fetch it again.</source>
        <translation>{file} 应为完整的 tar 归档，但在字节 {offset} 处{reason}。请重新获取。</translation>
    </message>
    <message>
        <source>{file} should be the development kit of ILSVRC 2012, but {reason}. Fetch it again from image-net.org.</source>
        <translation>{file} 应为 ILSVRC 2012 的开发工具包，但{reason}。请从 image-net.org 重新获取。</translation>
    </message>
    <message>
        <source>{file} should hold an array of structures named {name}, but does not. Fetch it again.</source>
        <translation>{file} 应含有名为 {name} 的结构体数组，但实际没有。请重新获取。</translation>
    </message>
    <message>
        <source>{host} cannot serve the meeting place of the run&apos;s processes at port {port}: {reason}. Another program may use that port; choose another one (MASTER_PORT).</source>
        <translation>{host} 无法在端口 {port} 上提供训练任务各进程的会合处：{reason}。可能有其他程序占用了该端口；请另选一个（MASTER_PORT）。</translation>
    </message>
    <message>
        <source>{host} has no network interface {name} with an address; it has {known}. Name one of these.</source>
        <translation>{host} 没有带地址的网络接口 {name}；可用的有 {known}。请指定其中之一。</translation>
    </message>
    <message>
        <source>{image} in {file} is none of the {count} validation images whose classes the development kit of ILSVRC 2012 beside it names. Take both from the same year, or move the kit away to train without labels.</source>
        <translation>{file} 中的 {image} 不属于其旁边的 ILSVRC 2012 开发工具包给出类别的 {count} 张验证图像。请使用同一年份的两者，或移走该工具包以便不带标签训练。</translation>
    </message>
    <message>
        <source>{launcher} started {size} processes but does not say where they can meet. Name the host of rank 0 and a free port there: mpirun -x MASTER_ADDR=HOST -x MASTER_PORT=29400 ...</source>
        <translation>{launcher} 启动了 {size} 个进程，但没有说明它们在哪里会合。请指定 rank 0 的主机及其空闲端口：mpirun -x MASTER_ADDR=HOST -x MASTER_PORT=29400 ...</translation>
    </message>
    <message>
        <source>{name} is no part of a data set: choose train, val or test.</source>
        <translation>{name} 不是数据集的子集：请选择 train、val 或 test。</translation>
    </message>
    <message>
        <source>{option} is {value}: expected a name of letters, digits and . _ + @ , : / - that does not begin with -.</source>
        <translation>{option} 为 {value}：应为由字母、数字和 . _ + @ , : / - 组成且不以 - 开头的名称。</translation>
    </message>
    <message>
        <source>{option} is {value}: expected {lowest} to {highest}.</source>
        <translation>{option} 为 {value}：应在 {lowest} 至 {highest} 之间。</translation>
    </message>
    <message>
        <source>{path} became shorter or longer while it was copied. Wait until nobody writes there, then stage it again.</source>
        <translation>{path} 在复制期间变短或变长了。请等到没有程序写入它，然后重新暂存。</translation>
    </message>
    <message>
        <source>{path} exists already. Choose another name with --out, or remove it.</source>
        <translation>{path} 已经存在。请用 --out 换一个名称，或将其移除。</translation>
    </message>
    <message>
        <source>{path} is none of the files that images are read from: IDX as MNIST has it (gzip or not), NumPy&apos;s .npz, HDF5, a tar archive that is not compressed. For pictures, choose their folder.</source>
        <translation>{path} 不是可从中读取图像的文件：MNIST 格式的 IDX（可用 gzip 压缩）、NumPy 的 .npz、HDF5、未压缩的 tar 归档。对于图片，请选择其所在的文件夹。</translation>
    </message>
    <message>
        <source>{path} needs {needed} of disk space while it is made, but {folder} has {free} free. Free some, choose a lower --resolution, or another disk with --out.</source>
        <translation>生成 {path} 需要 {needed} 磁盘空间，但 {folder} 只剩 {free}。请释放一些空间、降低 --resolution，或用 --out 换一个磁盘。</translation>
    </message>
    <message>
        <source>{small} of {count} images are smaller than {resolution} px and would be enlarged. Train at a lower data.resolution, or leave them out.</source>
        <translation>{count} 张图像中有 {small} 张小于 {resolution} 像素，将被放大。请降低 data.resolution 进行训练，或不使用这些图像。</translation>
    </message>
    <message>
        <source>{source} needs {needed} more in {folder}, where {free} are free. Free some, or choose another folder with --to or data.stage_to.</source>
        <translation>{source} 在 {folder} 中还需要 {needed}，但那里只剩 {free}。请释放一些空间，或用 --to 或 data.stage_to 另选一个文件夹。</translation>
    </message>
    <message>
        <source>{surplus} images repeat another one exactly, and will be seen more often. Remove them unless that is wanted.</source>
        <translation>有 {surplus} 张图像与其他图像完全重复，训练时会更常出现。除非有意如此，请将其移除。</translation>
    </message>
    <message>
        <source>{tasks} processes on a machine with {gpus} GPUs: a process trains on one GPU, so both numbers must be the same. Leave --tasks-per-node out, or ask for as many --gpus-per-node.</source>
        <translation>每台机器有 {tasks} 个进程和 {gpus} 个 GPU：一个进程在一个 GPU 上训练，因此两个数必须相同。请不要使用 --tasks-per-node，或申请同样数量的 --gpus-per-node。</translation>
    </message>
    <message>
        <source>{to} lies inside {source}, which is to be copied there. Choose a folder on another disk.</source>
        <translation>{to} 位于要复制到那里的 {source} 之内。请选择另一个磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>data.workers is auto: {workers} of up to {most} threads load {speed} images a second; more gain little.</source>
        <translation>data.workers 为 auto：在最多 {most} 个线程中，{workers} 个线程每秒可加载 {speed} 张图像；更多线程提升很小。</translation>
    </message>
    <message>
        <source>--sheet {path} should end in .png: the sheet is written as a PNG file.</source>
        <translation>--sheet {path} 应以 .png 结尾：样图会写成 PNG 文件。</translation>
    </message>
    <message>
        <source>Cannot write {path}: what is there is no ordinary file but a folder, a link, a device or a pipe, and stays as it is. Choose another name.</source>
        <translation>无法写入 {path}：该处不是普通文件，而是文件夹、链接、设备或管道，已保持原样。请换一个名称。</translation>
    </message>
    <message>
        <source>Cannot {action} {path}: something on the way to it is a file and no folder. Check the path.</source>
        <translation>无法{action} {path}：路径中有一处是文件而不是文件夹。请检查路径。</translation>
    </message>
    <message>
        <source>Enough images were loaded.</source>
        <translation>已加载足够的图像。</translation>
    </message>
    <message>
        <source>There is no folder to copy {source} to. Say which with --to or data.stage_to.</source>
        <translation>没有指定要把 {source} 复制到哪个文件夹。请用 --to 或 data.stage_to 指定。</translation>
    </message>
    <message>
        <source>There is no {path} to stage. Choose a folder or a file that exists.</source>
        <translation>要暂存的 {path} 不存在。请选择存在的文件夹或文件。</translation>
    </message>
    <message>
        <source>&quot;{path}&quot; names no file to make. Say which with --out, as in --out images.hdf5.</source>
        <translation>“{path}”没有指明要生成的文件。请用 --out 指定，例如 --out images.hdf5。</translation>
    </message>
    <message>
        <source>data.s3_endpoint does not say how its server is talked to. Put http:// or https:// before it.</source>
        <translation>data.s3_endpoint 没有说明如何连接服务器。请在前面加上 http:// 或 https://。</translation>
    </message>
    <message>
        <source>data.workers is auto: {workers} threads, the most that were tried, load {speed} images a second; more may load faster, see gan-engine data tune.</source>
        <translation>data.workers 为 auto：试过的最多线程数 {workers} 每秒加载 {speed} 张图像；更多线程也许更快，见 gan-engine data tune。</translation>
    </message>
    <message>
        <source>its frames are cut off or cannot be decoded</source>
        <translation>它的帧不完整或无法解码</translation>
    </message>
    <message>
        <source>its frames cannot be decoded</source>
        <translation>它的帧无法解码</translation>
    </message>
    <message>
        <source>{address} on {server} holds no pictures: there is nothing under it, or only what is plainly something else (.txt, .csv, .json, .zip, ...). Check bucket and folder; names are told apart by case.</source>
        <translation>{server} 上的 {address} 没有图片：那里是空的，或者只有明显不是图片的文件（.txt、.csv、.json、.zip 等）。请检查存储桶和文件夹；名称区分大小写。</translation>
    </message>
    <message>
        <source>{data} is an address that images are not read from. Give the plain path of a folder or a file, as in /home/me/images, or s3://bucket/folder.</source>
        <translation>无法从地址 {data} 读取图像。请给出文件夹或文件的普通路径，例如 /home/me/images，或者 s3://bucket/folder。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: images from S3 are not staged, but keep copies of their own. Set data.cache_path to a folder on this machine&apos;s disk, and leave data.stage_to empty.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不能同时使用：来自 S3 的图像不会暂存，而是自行保留副本。请将 data.cache_path 设为本机磁盘上的文件夹，并让 data.stage_to 为空。</translation>
    </message>
    <message>
        <source>{option} is empty, but should name a folder or a file. Look for a variable that was not set.</source>
        <translation>{option} 为空，但它应指明一个文件夹或文件。请检查是否有未设置的变量。</translation>
    </message>
    <message>
        <source>{path} ends in {ending} but is no {format} file. It is damaged, or something else under this name: fetch or make it again.</source>
        <translation>{path} 以 {ending} 结尾，却不是 {format} 文件。它已损坏，或者是用了此名称的其他内容：请重新获取或生成。</translation>
    </message>
    <message>
        <source>{path} holds {images} images of a preparation that was interrupted and had other images or options. Start that one again to go on, or remove {path} and {log}, or choose another name with --out.</source>
        <translation>{path} 中有 {images} 张图像，来自一个被中断的任务，其图像或选项与此不同。请重新启动那个任务以继续，或删除 {path} 和 {log}，或用 --out 换一个名称。</translation>
    </message>
    <message>
        <source>{path} is empty. It was not written to its end: fetch or make it again.</source>
        <translation>{path} 是空的，没有写完：请重新获取或生成。</translation>
    </message>
    <message>
        <source>{path} is one picture. Choose its folder, {folder}, for all that lie there.</source>
        <translation>{path} 只是一张图片。请选择它所在的文件夹 {folder}，以使用其中的全部图片。</translation>
    </message>
    <message>
        <source>{path} lies in S3 and is not staged: images from there keep copies of their own. Set data.cache_path to a folder on this machine&apos;s disk instead of staging.</source>
        <translation>{path} 位于 S3，不会暂存：来自那里的图像自行保留副本。请改为将 data.cache_path 设为本机磁盘上的文件夹。</translation>
    </message>
    <message>
        <source>{source} holds no files to stage. Choose the folder that the images lie in.</source>
        <translation>{source} 中没有可暂存的文件。请选择图像所在的文件夹。</translation>
    </message>
    <message>
        <source>--processes {asked}, but {found} says that this is one of {size} processes already. Leave --processes out, or start a single process.</source>
        <translation>指定了 --processes {asked}，但 {found} 表明这已经是 {size} 个进程之一。请去掉 --processes，或只启动一个进程。</translation>
    </message>
    <message>
        <source>A pipe to a worker process cannot be made: {reason}. Close other programs, or raise the limit that `ulimit -n` shows.</source>
        <translation>无法建立通往工作进程的管道：{reason}。请关闭其他程序，或提高 `ulimit -n` 显示的上限。</translation>
    </message>
    <message>
        <source>A worker process cannot be started from {program}: {reason}. Look whether the program is still there and may be run, and whether `ulimit -u` leaves room for more processes.</source>
        <translation>无法从 {program} 启动工作进程：{reason}。请查看该程序是否还在且可以运行，以及 `ulimit -u` 是否还允许更多进程。</translation>
    </message>
    <message>
        <source>Not all {size} processes of the run arrived at {place} within {time}; missing: rank {missing}. Look at their output, and whether {size} were started.</source>
        <translation>训练任务的 {size} 个进程在 {time} 内没有全部到达 {place}；缺少：rank {missing}。请查看它们的输出，并核对是否启动了 {size} 个。</translation>
    </message>
    <message>
        <source>Rank {rank} of {size} on {host} found nobody at {place}, where the processes of the run meet, within {time}: rank 0 never arrived there, another program has that port, or the network does not let it through ({reason}). Look at rank 0&apos;s output.</source>
        <translation>{host} 上的 rank {rank}（共 {size} 个进程）在 {time} 内没有在会合处 {place} 找到任何进程：rank 0 没有到达那里，该端口被另一个程序占用，或者网络不允许通过（{reason}）。请查看 rank 0 的输出。</translation>
    </message>
    <message>
        <source>Rank {rank} of {size} on {host} lost {place}, where the processes of the run meet, before all of them had arrived ({reason}). Who serves that place, rank 0 or the launcher, has ended or hangs; its own output says why.</source>
        <translation>{host} 上的 rank {rank}（共 {size} 个进程）在全部进程到达之前失去了会合处 {place}（{reason}）。提供会合处的 rank 0 或启动程序已结束或卡住；原因见它自己的输出。</translation>
    </message>
    <message>
        <source>Stopped while the processes of the training were starting. What was trained before is in its checkpoints.</source>
        <translation>在训练的各进程启动时已停止。此前训练的结果保存在检查点中。</translation>
    </message>
    <message>
        <source>The engine&apos;s report cannot be used: {name} should be {expected}. Use a gan-engine of the same version as gan-studio.</source>
        <translation>引擎给出的报告无法使用：{name} 应为{expected}。请使用与 gan-studio 版本相同的 gan-engine。</translation>
    </message>
    <message>
        <source>The engine&apos;s report on {source} is longer than {limit}, and was not read. Look at a part of it, or run `gan-engine data inspect` in a shell.</source>
        <translation>引擎给出的 {source} 的报告超过 {limit}，因此没有读取。请只查看其中一部分，或在 shell 中运行 `gan-engine data inspect`。</translation>
    </message>
    <message>
        <source>The engine&apos;s report on {source} is not the JSON that was asked for. Use a gan-engine of the same version as gan-studio.</source>
        <translation>引擎给出的 {source} 的报告不是所要求的 JSON。请使用与 gan-studio 版本相同的 gan-engine。</translation>
    </message>
    <message>
        <source>The processes of the training cannot be started: /proc/self/cmdline does not tell this one&apos;s own arguments. Is /proc mounted?</source>
        <translation>无法启动训练的各进程：/proc/self/cmdline 没有给出本进程自己的参数。/proc 是否已挂载？</translation>
    </message>
    <message>
        <source>The training on {size} processes has ended because {what}, after {restarts} restarts. Go on from its last checkpoint with `gan-engine resume RUN`; with --max-restarts N that happens by itself.</source>
        <translation>{size} 个进程上的训练在重新启动 {restarts} 次之后已结束，原因：{what}。请用 `gan-engine resume RUN` 从最后一个检查点继续；指定 --max-restarts N 时会自动继续。</translation>
    </message>
    <message>
        <source>There are {found} classes, where {expected} are expected. Look for folders that hold no class, and for missing ones.</source>
        <translation>有 {found} 个类别，而预期为 {expected} 个。请检查是否有不属于任何类别的文件夹，以及是否缺少文件夹。</translation>
    </message>
    <message>
        <source>it did not answer</source>
        <translation>没有应答</translation>
    </message>
    <message>
        <source>it is too large to unpack</source>
        <translation>文件太大，无法解压</translation>
    </message>
    <message>
        <source>it lacks data/meta.mat</source>
        <translation>其中缺少 data/meta.mat</translation>
    </message>
    <message>
        <source>it lacks the list of validation labels</source>
        <translation>其中缺少验证集标签列表</translation>
    </message>
    <message>
        <source>its header is not that of a MATLAB 5 file</source>
        <translation>其文件头不是 MATLAB 5 文件的文件头</translation>
    </message>
    <message>
        <source>{here} cannot reach {host}, where the processes of the run meet: {reason}. Check the name and the network.</source>
        <translation>{here} 无法到达 {host}，而训练任务的各进程要在那里会合：{reason}。请检查名称和网络。</translation>
    </message>
    <message>
        <source>{path} is on a file system of this machine alone ({kind}), which the job&apos;s machines would not see. Put it on a shared one; if they do see it at the same path, say --assume-shared.</source>
        <translation>{path} 位于仅属本机的文件系统（{kind}）上，作业的各台机器看不到它。请将其放到共享文件系统上；如果它们确实能通过相同路径看到它，请加上 --assume-shared。</translation>
    </message>
    <message>
        <source>Rank {rank} of {size} on {host} cannot compute together with the others over NCCL on cuda:{device}: {reason}. Each rank needs a GPU of its own; NCCL_DEBUG=INFO makes NCCL say more.</source>
        <translation>{host} 上的 rank {rank}（共 {size} 个进程）无法在 cuda:{device} 上通过 NCCL 与其他进程共同计算：{reason}。每个 rank 需要自己的 GPU；设置 NCCL_DEBUG=INFO 可让 NCCL 给出更多信息。</translation>
    </message>
    <message>
        <source>Several processes on GPUs compute together over NCCL, but the engine&apos;s NCCL module does not load: {reason}. Run packaging/setup --cuda and build again.</source>
        <translation>GPU 上的多个进程通过 NCCL 共同计算，但无法加载引擎的 NCCL 模块：{reason}。请运行 packaging/setup --cuda 并重新构建。</translation>
    </message>
    <message>
        <source>Several processes on GPUs compute together over NCCL, but the engine&apos;s NCCL module is missing; expected one of: {places}. Run packaging/setup --cuda and build again.</source>
        <translation>GPU 上的多个进程通过 NCCL 共同计算，但缺少引擎的 NCCL 模块；应位于以下位置之一：{places}。请运行 packaging/setup --cuda 并重新构建。</translation>
    </message>
    <message>
        <source>train needs --preset NAME, --config FILE or settings with --set. The presets are: {presets}.</source>
        <translation>train 需要 --preset 名称、--config 文件，或用 --set 给出的设置。可用的预设有：{presets}。</translation>
    </message>
    <message>
        <source>{path} holds no pictures that can be read (JPEG, PNG, WebP, GIF, BMP, PGM or PPM), only other files: {others}. Convert them, or choose another folder.</source>
        <translation>{path} 中没有可读取的图片（JPEG、PNG、WebP、GIF、BMP、PGM 或 PPM），只有其他文件：{others}。请转换它们，或选择其他文件夹。</translation>
    </message>
    <message>
        <source>--devices {devices} names {count} GPUs, but this is process {number} of its machine, counted from 0. Name one for each process of a machine; the same one again where processes are to share it.</source>
        <translation>--devices {devices} 指定了 {count} 个 GPU，但这是本机从 0 数起的第 {number} 个进程。请为一台机器上的每个进程各指定一个；如要共用，请重复写同一个。</translation>
    </message>
    <message>
        <source>--devices {devices} needs {count} GPU(s) that are free, and of {all} there are {found}. Passed over: {why}. Wait until they are free, or name GPUs by their numbers to compute there all the same.</source>
        <translation>--devices {devices} 需要 {count} 个空闲的 GPU，而 {all} 个之中有 {found} 个。跳过的原因：{why}。请等它们空闲，或用编号指定 GPU，照样在那里计算。</translation>
    </message>
    <message>
        <source>--devices {devices}, but {found} says that this is one of {size} processes: each would choose without the others. Leave it out to take the GPU with the process&apos;s number, or start a single process.</source>
        <translation>指定了 --devices {devices}，但 {found} 表明这是 {size} 个进程之一：各进程会互不知情地选择。请去掉它，以使用与进程编号相同的 GPU，或只启动一个进程。</translation>
    </message>
    <message>
        <source>--devices {devices}: nobody looked for a free GPU.</source>
        <translation>--devices {devices}：没有进程寻找过空闲的 GPU。</translation>
    </message>
    <message>
        <source>--processes {asked}, but --devices {devices} means {count} GPU(s), and each process computes on one. Leave --processes out, or name one for each process, the same one again where they are to share it, as in --devices {example}.</source>
        <translation>指定了 --processes {asked}，但 --devices {devices} 表示 {count} 个 GPU，而每个进程在一个 GPU 上计算。请去掉 --processes，或为每个进程各指定一个；如要共用，请重复写同一个，例如 --devices {example}。</translation>
    </message>
    <message>
        <source>Job {job} is not one that you submitted with gan-engine. If it is to end, use `scancel {job}`.</source>
        <translation>作业 {job} 不是您用 gan-engine 提交的。如要结束它，请使用 `scancel {job}`。</translation>
    </message>
    <message>
        <source>Job {job} is over already ({state}); there is nothing to cancel.</source>
        <translation>作业 {job} 已经结束（{state}）；没有可取消的。</translation>
    </message>
    <message>
        <source>Rank 0 computes on {first} and rank {rank} on {other}: the processes of a run compute all on GPUs or all on CPUs. The warnings of the one on a CPU say why it found no GPU; with --devices cpu all do without.</source>
        <translation>rank 0 在 {first} 上计算，rank {rank} 在 {other} 上计算：一个训练任务的所有进程必须都在 GPU 上或都在 CPU 上计算。在 CPU 上的那个进程的警告说明了它为何没有找到 GPU；使用 --devices cpu 则全部不用 GPU。</translation>
    </message>
    <message>
        <source>Slurm did not cancel job {job}: {reason}</source>
        <translation>Slurm 没有取消作业 {job}：{reason}</translation>
    </message>
    <message>
        <source>Slurm does not say which jobs there are: {reason}</source>
        <translation>Slurm 没有说明有哪些作业：{reason}</translation>
    </message>
    <message>
        <source>Slurm knows no job {job}: it never was, or ended a while ago. `gan-engine slurm jobs` lists those that wait or run.</source>
        <translation>Slurm 不知道作业 {job}：它从未存在，或早已结束。`gan-engine slurm jobs` 会列出正在等待或运行的作业。</translation>
    </message>
    <message>
        <source>The program {program} does not start ({reason}): is Slurm installed on this machine? Ask on a machine of the cluster.</source>
        <translation>程序 {program} 无法启动（{reason}）：这台机器上安装了 Slurm 吗？请在集群的机器上操作。</translation>
    </message>
    <message>
        <source>a job</source>
        <translation>一个作业</translation>
    </message>
    <message>
        <source>a list of at most 20,000 jobs</source>
        <translation>最多 20,000 个作业的列表</translation>
    </message>
    <message>
        <source>asks for more machines than its partition has or allows</source>
        <translation>申请的机器数超过了分区所有或允许的数量</translation>
    </message>
    <message>
        <source>asks for more time than its partition allows</source>
        <translation>申请的时间超过了分区允许的时间</translation>
    </message>
    <message>
        <source>is held because it could not be started; see its log and the site&apos;s support</source>
        <translation>因无法启动而被挂起；请查看其日志并联系管理人员</translation>
    </message>
    <message>
        <source>is held by the site&apos;s administrators</source>
        <translation>被管理员挂起</translation>
    </message>
    <message>
        <source>is held; `scontrol release` lets it go on</source>
        <translation>已挂起；`scontrol release` 可让它继续</translation>
    </message>
    <message>
        <source>trains as {place} on {device}</source>
        <translation>作为 {place} 在 {device} 上训练</translation>
    </message>
    <message>
        <source>waits for a licence</source>
        <translation>等待许可证</translation>
    </message>
    <message>
        <source>waits for a machine that is down, reserved or in use</source>
        <translation>等待停机、被预留或正在使用的机器</translation>
    </message>
    <message>
        <source>waits for another job that did not end as it had to: cancel it</source>
        <translation>等待另一个未按要求结束的作业：请取消它</translation>
    </message>
    <message>
        <source>waits for another job to end</source>
        <translation>等待另一个作业结束</translation>
    </message>
    <message>
        <source>waits for its partition, which is closed at present</source>
        <translation>等待其分区，该分区目前关闭</translation>
    </message>
    <message>
        <source>waits for its reservation to begin</source>
        <translation>等待其预留时段开始</translation>
    </message>
    <message>
        <source>waits for its turn: jobs of a higher priority are before it</source>
        <translation>排队等待：前面有优先级更高的作业</translation>
    </message>
    <message>
        <source>waits for machines that are down or reserved for others</source>
        <translation>等待停机或为他人预留的机器</translation>
    </message>
    <message>
        <source>waits for other tasks of its array</source>
        <translation>等待同一作业数组的其他任务</translation>
    </message>
    <message>
        <source>waits for the time at which it may begin; after a requeue some seconds</source>
        <translation>等待允许开始的时间；重新排队后需几秒</translation>
    </message>
    <message>
        <source>waits until enough machines are free</source>
        <translation>等待足够多的机器空闲</translation>
    </message>
    <message>
        <source>waits: Slurm says {reason}</source>
        <translation>正在等待：Slurm 给出的原因是 {reason}</translation>
    </message>
    <message>
        <source>waits: you or your account use all that is allowed ({reason})</source>
        <translation>正在等待：您或您的账户已用满允许的资源（{reason}）</translation>
    </message>
    <message>
        <source>waits: you or your group use all that a quality of service allows ({reason})</source>
        <translation>正在等待：您或您的组已用满服务质量所允许的资源（{reason}）</translation>
    </message>
    <message>
        <source>{count} lines of this process were left out.</source>
        <translation>省略了此进程的 {count} 行。</translation>
    </message>
    <message>
        <source>{job} is no job&apos;s number: expected one such as 17, or 17_3 for a task of an array.</source>
        <translation>{job} 不是作业编号：应类似 17；作业数组的任务则类似 17_3。</translation>
    </message>
    <message>
        <source>a list of numbers that are 0 or more</source>
        <translation>由不小于 0 的数组成的列表</translation>
    </message>
    <message>
        <source>a list of objects</source>
        <translation>对象的列表</translation>
    </message>
    <message>
        <source>Rank {rank} of {ranks} on {host} keeps the others waiting: its own work takes {percent} % longer than usual among them, most of it in the phase {phase}.</source>
        <translation>{host} 上的 rank {rank}（共 {ranks} 个）让其他进程等待：它自身的工作比一般进程多用 {percent} % 的时间，主要在 {phase} 阶段。</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>other</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Rank {first} and rank {second} compute on one GPU: {gpu}. Give each process a GPU of its own, or start fewer; those that are started by hand need --local-rank, their number on the machine, and other launchers set LOCAL_RANK and LOCAL_WORLD_SIZE. If they are to share it, name it once for each process, as in --devices 0,0; with --devices cpu all do without.</source>
        <translation>rank {first} 与 rank {second} 在同一个 GPU 上计算：{gpu}。请给每个进程一个自己的 GPU，或减少进程数；手动启动的进程需要用 --local-rank 指定其在本机上的编号，其他启动程序则设置 LOCAL_RANK 和 LOCAL_WORLD_SIZE。如果要共用这个 GPU，请为每个进程写一次它的编号，例如 --devices 0,0；使用 --devices cpu 则所有进程都不用 GPU。</translation>
    </message>
    <message>
        <source>The measurement on {size} processes has ended because {what}. Measure again when the cause is gone.</source>
        <translation>{size} 个进程上的测量已结束，原因：{what}。请在排除原因后重新测量。</translation>
    </message>
    <message>
        <source>The replay on {size} processes has ended because {what}. It cannot go on from a checkpoint: repeat the run anew with `gan-engine replay RUN --out FOLDER`, into another folder.</source>
        <translation>{size} 个进程上的重放已结束，原因：{what}。重放无法从检查点继续：请用 `gan-engine replay RUN --out FOLDER` 重新重放该训练任务，并写入另一个文件夹。</translation>
    </message>
    <message>
        <source>Your job {job} is in the queue for {run} already. Choose another folder with --out, or end that job first: `gan-engine slurm cancel {job}`.</source>
        <translation>您的作业 {job} 已在队列中，用于 {run}。请用 --out 选择其他文件夹，或先结束该作业：`gan-engine slurm cancel {job}`。</translation>
    </message>
    <message>
        <source>--container names the image {path}, which is not there. Name one that is on a shared file system, or one of a registry as in docker://NAME; if only the job&apos;s machines have it, say --assume-shared.</source>
        <translation>--container 指定的镜像 {path} 不存在。请指定共享文件系统上的镜像，或镜像仓库中的镜像（如 docker://NAME）；如果只有作业的机器上有它，请加上 --assume-shared。</translation>
    </message>
    <message>
        <source>--meet-at is &quot;{value}&quot;: expected HOST:PORT, the host of rank 0 and a free port of it from 1 to 65535, such as node1:29500, the same for every process.</source>
        <translation>--meet-at 是“{value}”：应为 HOST:PORT，即 rank 0 的主机及其上一个 1 到 65535 的空闲端口，例如 node1:29500，并且每个进程都相同。</translation>
    </message>
    <message>
        <source>--run goes on with {run}, whose settings and folder stand; for a new run only: {options}. Leave that out, or make a run with other settings first: `gan-engine branch {run} --out FOLDER --set KEY=VALUE`.</source>
        <translation>--run 继续训练 {run}，其设置和文件夹已经确定；以下选项仅用于新训练任务：{options}。请去掉它们，或先用其他设置建立训练任务：`gan-engine branch {run} --out FOLDER --set KEY=VALUE`。</translation>
    </message>
    <message>
        <source>The run&apos;s folder {path}, which rank 0 uses on {host}, is not seen by every process of the run: on {hosts} it is missing, or another folder is there. Put it on a file system that all hosts share.</source>
        <translation>rank 0 在 {host} 上使用的训练任务文件夹 {path} 并非每个进程都能看到：在 {hosts} 上它不存在，或那里是另一个文件夹。请将其放到所有主机共享的文件系统上。</translation>
    </message>
    <message>
        <source>Your job {job} is in the queue for {run} already, and two jobs cannot train one run. Wait until it is over, or end it first: `gan-engine slurm cancel {job}`.</source>
        <translation>您的作业 {job} 已在队列中等待训练 {run}，而两个作业不能训练同一个训练任务。请等它结束，或先结束它：`gan-engine slurm cancel {job}`。</translation>
    </message>
    <message>
        <source>{count} commands that came after step {step} are carried out again at their steps.</source>
        <translation>第 {step} 步之后收到的 {count} 条命令将在各自的步数再次执行。</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. The processes are not of one build; start the same one on all.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过了允许的 {limit} 字节。各进程不是同一构建；请在所有主机上启动同一构建。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). The processes are not of one build; start the same one on all.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。各进程不是同一构建；请在所有主机上启动同一构建。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. The processes are not of one build; start the same one on all.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。各进程不是同一构建；请在所有主机上启动同一构建。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. The processes are not of one build; start the same one on all.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。各进程不是同一构建；请在所有主机上启动同一构建。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. The processes are not of one build; start the same one on all.</source>
        <translation>{source} 已损坏：其成员“{member}”应为 {expected}，实际为 {found}。各进程不是同一构建；请在所有主机上启动同一构建。</translation>
    </message>
    <message>
        <source>Rank {rank} of {size} on {host} stopped before all processes of the run had met, so nothing new was trained.</source>
        <translation>{host} 上的 rank {rank}（共 {size} 个进程）在训练任务的全部进程会合之前已停止，因此没有训练任何新内容。</translation>
    </message>
    <message>
        <source>An iteration could not be captured as a CUDA graph ({reason}). Set training.cuda_graph to false: in a new run, or with gan-engine branch.</source>
        <translation>无法把一次迭代捕获为 CUDA 图（{reason}）。请把 training.cuda_graph 设为 false：新建一次训练，或用 gan-engine branch。</translation>
    </message>
    <message>
        <source>An answer of {bytes} has to wait until others were taken: {own} are on their way to this client, {all} to all together. Take them, or end those calls, then ask again.</source>
        <translation>大小为 {bytes} 的回答须等其他回答被取走：发往此客户端的有 {own}，发往所有客户端的共 {all}。请先接收它们或结束这些调用，再重新请求。</translation>
    </message>
    <message>
        <source>Over the network a branch can be made beside its run only: name its folder without a path, not {path}.</source>
        <translation>通过网络只能在运行旁边创建分支：请只写文件夹名称，不带路径，而不是 {path}。</translation>
    </message>
    <message>
        <source>The engine cannot listen at {address}: {reason}. Give another address with --listen.</source>
        <translation>引擎无法监听 {address}：{reason}。请用 --listen 指定另一个地址。</translation>
    </message>
    <message>
        <source>gRPC did not start</source>
        <translation>gRPC 未能启动</translation>
    </message>
    <message>
        <source>{all} questions to the engine wait for their answers already, {own} of them from here. Ask again when they are answered.</source>
        <translation>已有 {all} 个对引擎的请求在等待回答，其中 {own} 个来自此处。请在它们得到回答后再请求。</translation>
    </message>
    <message>
        <source>{count} calls or connections from {address} were refused, the last one as {reason}</source>
        <translation>来自 {address} 的 {count} 个调用或连接被拒绝，最近一个的原因：{reason}</translation>
    </message>
    <message>
        <source>{count} calls or connections from {addresses} addresses were refused, the last one from {address} as {reason}</source>
        <translation>来自 {addresses} 个地址的 {count} 个调用或连接被拒绝，最近一个来自 {address}，原因：{reason}</translation>
    </message>
    <message>
        <source>Nothing was trained: {run} stands at step {step} already, and --steps asks for {wished} in all. To train it further: `gan-engine resume {run} --steps N`, with N above {step}.</source>
        <translation>没有进行训练：{run} 已经到了第 {step} 步，而 --steps 总共只要求 {wished} 步。要继续训练：`gan-engine resume {run} --steps N`，N 大于 {step}。</translation>
    </message>
    <message>
        <source>The pictures of step {step} have pixels that are not finite.</source>
        <translation>第 {step} 步的图片中有的像素不是有限值。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: batch normalisation cannot take the variance of one image. Set data.batch_size to at least 2.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：批归一化无法由一张图像求方差。请把 data.batch_size 设为至少 2。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: batch normalisation cannot take the variance of the one image that each process has. Set data.batch_size to at least 2 or distributed.batch_norm to all_ranks.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：批归一化无法由每个进程仅有的一张图像求方差。请把 data.batch_size 设为至少 2，或把 distributed.batch_norm 设为 all_ranks。</translation>
    </message>
    <message>
        <source>The checkpoint has no {part}: it was made by another kind of training. Continue it with the configuration it was saved with, or start a new run.</source>
        <translation>检查点里没有 {part}：它来自另一种训练。请用保存时的配置继续训练，或新建训练任务。</translation>
    </message>
    <message>
        <source>A ResNet tells at least one class of images of at least one channel apart; it was asked for {classes} classes and {channels} channels. Change model.classes or data.channels.</source>
        <translation>ResNet 至少区分一个类别、至少一个通道的图像；要求的是 {classes} 个类别和 {channels} 个通道。请修改 model.classes 或 data.channels。</translation>
    </message>
    <message>
        <source>The networks know classes 0 to {last} (model.classes), but an image of the data has {found}. Train on data in which every image has one of these classes, or set model.classes to 0.</source>
        <translation>网络认识类别 0 到 {last}（model.classes），但数据中有一幅图像的类别是 {found}。请使用每幅图像都属于这些类别之一的数据，或将 model.classes 设为 0。</translation>
    </message>
    <message>
        <source>at most 100,000 classes</source>
        <translation>最多 100,000 个类别</translation>
    </message>
    <message>
        <source>model.classes = {classes} needs images of classes, but {data} has none. Put the pictures of each class into a folder of their own, or set model.classes to 0.</source>
        <translation>model.classes = {classes} 需要带类别的图像，但 {data} 没有类别。请把每个类别的图片放进各自的文件夹，或将 model.classes 设为 0。</translation>
    </message>
    <message>
        <source>nothing, for the networks know no classes</source>
        <translation>空，因为网络不认识任何类别</translation>
    </message>
    <message>
        <source>whole numbers from 0 and ranges of them between commas</source>
        <translation>从 0 起的整数及其范围，以逗号分隔</translation>
    </message>
    <message>
        <source>{data} has {present} classes, but model.classes is {classes}. Set it to auto, or to {present} or more.</source>
        <translation>{data} 有 {present} 个类别，但 model.classes 是 {classes}。请设为 auto，或设为不小于 {present} 的数。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: it compares generated images with the real ones of the discriminator&apos;s update. Set training.schedule to discriminator_first, or choose another loss.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：它将生成图像与判别器更新时的真实图像作比较。请将 training.schedule 设为 discriminator_first，或选择其他损失。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: it has no effect unless {second} is {needed}. Leave {first} out, or change {second}.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：只有 {second} 为 {needed} 时它才起作用。请去掉 {first}，或更改 {second}。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: it has no effect while {second} is {needed}. Leave {first} out, or change {second}.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：{second} 为 {needed} 时它不起作用。请去掉 {first}，或更改 {second}。</translation>
    </message>
    <message>
        <source>{text} is no list of classes: expected {expected}. Write numbers and ranges, such as 0, 3, 7-9, or nothing for all classes.</source>
        <translation>{text} 不是类别列表：应为{expected}。请写数字和范围，例如 0, 3, 7-9；留空表示全部类别。</translation>
    </message>
    <message>
        <source>The checkpoint has no classifier.safetensors.</source>
        <translation>检查点中没有 classifier.safetensors。</translation>
    </message>
    <message>
        <source>{data} has {found} classes, but {run} tells {classes} apart.</source>
        <translation>{data} 有 {found} 个类别，但 {run} 区分 {classes} 个。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: a classifier tells classes apart. Set model.classes to their number or to auto.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：分类器区分类别。请将 model.classes 设为类别数或 auto。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: give one number for all channels, or one for each.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：请为所有通道给出一个数，或为每个通道各给一个。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: images are divided by it, so it must be above 0.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：图像要除以它，因此必须大于 0。</translation>
    </message>
    <message>
        <source>{name} has too few images to keep some of each class back for validation. Use more images, or set data.validation to none.</source>
        <translation>{name} 的图像太少，无法为验证从每个类别留出一些。请使用更多图像，或将 data.validation 设为 none。</translation>
    </message>
    <message>
        <source>{run} trains {architecture}, which is no classifier: there is nothing to test it for.</source>
        <translation>{run} 训练的是 {architecture}，它不是分类器：没有可测试的内容。</translation>
    </message>
    <message>
        <source>{text} is no list of numbers. Write numbers between commas, such as 0.485, 0.456, 0.406.</source>
        <translation>{text} 不是数字列表。请用逗号分隔数字，例如 0.485, 0.456, 0.406。</translation>
    </message>
    <message>
        <source>a hierarchical latent of networks with classes needs a shared embedding (model.shared_size)</source>
        <translation>带类别的网络若用分层潜变量，需要共享嵌入（model.shared_size）</translation>
    </message>
    <message>
        <source>images have 32, 64, 128, 256 or 512 pixels</source>
        <translation>图像为 32、64、128、256 或 512 像素</translation>
    </message>
    <message>
        <source>sizes and widths are at least 1</source>
        <translation>大小和宽度至少为 1</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: with classes, what enters at each block goes along with a shared embedding. Set model.shared_size, to 128 for example, or model.hierarchical to false.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：带类别时，进入每个块的部分要与共享嵌入一起使用。请设置 model.shared_size（例如 128），或将 model.hierarchical 设为 false。</translation>
    </message>
    <message>
        <source>Spectral norm follows at least one singular value with at least one iteration of the power method for each pass; it was asked for {values} and {iterations}.</source>
        <translation>谱归一化至少跟踪一个奇异值，每次前向至少做一次幂迭代；但要求的是 {values} 个和 {iterations} 次。</translation>
    </message>
    <message>
        <source>The model dcgan-32 makes images of 32 pixels, with widths of at least 1; it was asked for {resolution} pixels, {channels} channels, latent size {latent_size}, widths {generator_width} and {discriminator_width}. Change data.resolution, data.channels or model.*.</source>
        <translation>模型 dcgan-32 生成 32 像素的图像，宽度至少为 1；但要求的是 {resolution} 像素、{channels} 通道、隐向量维数 {latent_size}、宽度 {generator_width} 和 {discriminator_width}。请修改 data.resolution、data.channels 或 model.*。</translation>
    </message>
    <message>
        <source>The networks sngan, sagan, biggan and biggan-deep cannot be built so: {why}. They were asked for {resolution} pixels, {channels} channels, {classes} classes, latent size {latent_size}, widths {generator_width} and {discriminator_width}. Change data.resolution, data.channels or model.*.</source>
        <translation>无法这样构建网络 sngan、sagan、biggan 和 biggan-deep：{why}。要求的是 {resolution} 像素、{channels} 个通道、{classes} 个类别、潜变量大小 {latent_size}、宽度 {generator_width} 和 {discriminator_width}。请更改 data.resolution、data.channels 或 model.*。</translation>
    </message>
    <message>
        <source>--memory-of measures a batch and half of it, so --batch must be at least 2.</source>
        <translation>--memory-of 测量一个批次和半个批次，因此 --batch 至少为 2。</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>整数列表</translation>
    </message>
    <message>
        <source>a list or null</source>
        <translation>列表或 null</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>as many as images</source>
        <translation>与图像数量相同</translation>
    </message>
    <message>
        <source>texts by the numbers of classes</source>
        <translation>以类别编号为键的文本</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. The picture itself can be used.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过允许的 {limit} 字节。图片本身可以使用。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). The picture itself can be used.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。图片本身可以使用。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. The picture itself can be used.</source>
        <translation>{source} 已损坏：它应当是一个 JSON 对象。图片本身可以使用。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. The picture itself can be used.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。图片本身可以使用。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. The picture itself can be used.</source>
        <translation>{source} 已损坏：其成员“{member}”应当是{expected}；实际为 {found}。图片本身可以使用。</translation>
    </message>
    <message>
        <source>D </source>
        <translation>D </translation>
    </message>
    <message>
        <source>D orthogonal</source>
        <translation>D 正交</translation>
    </message>
    <message>
        <source>G </source>
        <translation>G </translation>
    </message>
    <message>
        <source>G orthogonal</source>
        <translation>G 正交</translation>
    </message>
    <message>
        <source>Gradient penalty</source>
        <translation>梯度惩罚</translation>
    </message>
    <message>
        <source>a part between commas is empty</source>
        <translation>逗号之间有空的部分</translation>
    </message>
    <message>
        <source>it ends before its warm-up does</source>
        <translation>它在预热结束之前就结束了</translation>
    </message>
    <message>
        <source>{key} is no schedule: {problem} in {text}. Write constant, or for example linear 10000 to 0, cosine 10000 to 0.1, step 5000 by 0.5; before each, if wanted, warmup 500 and a comma.</source>
        <translation>{key} 不是日程：{text} 中{problem}。请写 constant，或例如 linear 10000 to 0、cosine 10000 to 0.1、step 5000 by 0.5；如果需要，可在前面写 warmup 500 和一个逗号。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: an update that overflows float16 is left out, and there is no rmsprop that can. Choose another optimiser, or bfloat16.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：超出 float16 范围的更新要跳过，而 rmsprop 做不到。请选择其他优化器，或使用 bfloat16。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: it differentiates gradients, which blocks that are computed once more do not have. Set one of them to its default.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：它要对梯度再求导，而重新计算的块没有二阶梯度。请把其中一项设回默认值。</translation>
    </message>
    <message>
        <source>1 to 240 frames a second are possible</source>
        <translation>每秒可为 1 到 240 帧</translation>
    </message>
    <message>
        <source>A path goes through two or more keyframes, float32 [K, D] of finite numbers on the host, but {problem}.</source>
        <translation>路径须经过两个或更多关键帧，即主机上的有限数 float32 [K, D]，但{problem}。</translation>
    </message>
    <message>
        <source>a group of values begins; a keyframe is one line of text</source>
        <translation>出现了一组值；每个关键帧是一行文字</translation>
    </message>
    <message>
        <source>a list begins that is not that of the keyframes</source>
        <translation>出现了不属于关键帧的列表</translation>
    </message>
    <message>
        <source>a place on it was asked for that is no number</source>
        <translation>所求的位置不是数</translation>
    </message>
    <message>
        <source>a second document begins</source>
        <translation>出现了第二个文档</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>缺少一个值</translation>
    </message>
    <message>
        <source>aliases are not read here</source>
        <translation>此处不支持别名</translation>
    </message>
    <message>
        <source>all keyframes must have one truncation, for the statistics are taken at it</source>
        <translation>所有关键帧必须用同一截断，因为统计量按它计算</translation>
    </message>
    <message>
        <source>all keyframes must name one step and one way to take statistics</source>
        <translation>所有关键帧必须用同一步和同一种统计方式</translation>
    </message>
    <message>
        <source>all weights of its seeds are 0</source>
        <translation>其各种子的权重全为 0</translation>
    </message>
    <message>
        <source>either all keyframes name a class or none does</source>
        <translation>要么所有关键帧都给出类别，要么都不给出</translation>
    </message>
    <message>
        <source>it has more than 1,000 keyframes</source>
        <translation>关键帧多于 1,000 个</translation>
    </message>
    <message>
        <source>it is longer than 1 MiB</source>
        <translation>它超过 1 MiB</translation>
    </message>
    <message>
        <source>it must take more than 0 seconds and at most a day</source>
        <translation>时长必须大于 0 秒且不超过一天</translation>
    </message>
    <message>
        <source>one holds a value that is not finite</source>
        <translation>其中有一个含非有限值</translation>
    </message>
    <message>
        <source>redraw, scaled_redraw or scale</source>
        <translation>redraw、scaled_redraw 或 scale</translation>
    </message>
    <message>
        <source>the weight of a class is not above 0</source>
        <translation>某个类别的权重不大于 0</translation>
    </message>
    <message>
        <source>there are no keyframes</source>
        <translation>没有关键帧</translation>
    </message>
    <message>
        <source>there are none</source>
        <translation>一个也没有</translation>
    </message>
    <message>
        <source>truncation_kind needs a truncation beside it</source>
        <translation>truncation_kind 须与 truncation 一同给出</translation>
    </message>
    <message>
        <source>{name} is no kind of truncation. There are redraw, scaled_redraw and scale.</source>
        <translation>{name} 不是截断方式。可用 redraw、scaled_redraw 和 scale。</translation>
    </message>
    <message>
        <source>{name} is no way from one keyframe to the next. There are linear, spherical and cubic.</source>
        <translation>{name} 不是关键帧之间的插值方式。可用 linear、spherical 和 cubic。</translation>
    </message>
    <message>
        <source>{name} is no way to take statistics. There are running, batch and standing.</source>
        <translation>{name} 不是统计方式。可用 running、batch 和 standing。</translation>
    </message>
    <message>
        <source>{source} describes no film: {problem}. Write interpolation, seconds, frames_per_second and loop, each with its value, and below keyframes: at least two lines such as - seed=1 class=3.</source>
        <translation>{source} 描述的不是影片：{problem}。请写出 interpolation、seconds、frames_per_second 和 loop 及其值，并在 keyframes: 之下写至少两行，如 - seed=1 class=3。</translation>
    </message>
    <message>
        <source>{text} describes no picture: {problem}. Write for example seed=7 class=3 truncation=0.8 step=12000.</source>
        <translation>{text} 描述的不是图像：{problem}。例如可写 seed=7 class=3 truncation=0.8 step=12000。</translation>
    </message>
    <message>
        <source>The training ended before it handed out its newest generator. Take a checkpoint instead.</source>
        <translation>训练在交出最新的生成器之前已结束。请改用检查点。</translation>
    </message>
    <message>
        <source>{file}: the tensor {tensor} is {type}; a checkpoint of this program holds F32, F64, I32 and I64 only. Take another checkpoint.</source>
        <translation>{file}：张量 {tensor} 是 {type}；本程序的检查点只包含 F32、F64、I32 和 I64。请使用另一个检查点。</translation>
    </message>
    <message>
        <source>another number of bytes</source>
        <translation>另一个字节数</translation>
    </message>
    <message>
        <source>values of columns and rows that follow each other</source>
        <translation>行与列依次排列的数值</translation>
    </message>
    <message>
        <source>A launcher has started these processes already.</source>
        <translation>启动器已经启动了这些进程。</translation>
    </message>
    <message>
        <source>A picture of {found} cannot follow in a film of {expected}: all must be of one size.</source>
        <translation>{found} 的图像不能接在 {expected} 的影片里：所有图像大小必须相同。</translation>
    </message>
    <message>
        <source>A sheet of {kind} needs a generator of classes. Choose random, interpolate-z or steps.</source>
        <translation>{kind} 图表需要区分类别的生成器。请选 random、interpolate-z 或 steps。</translation>
    </message>
    <message>
        <source>Drawing on {size} processes has ended because {what}. Draw again when the cause is gone.</source>
        <translation>{size} 个进程的绘图已结束，因为{what}。原因消除后请重新绘制。</translation>
    </message>
    <message>
        <source>Pictures of steps {one} and {other} were asked for at once. Draw those of one step at a time.</source>
        <translation>同时要求了第 {one} 步和第 {other} 步的图像。请每次只绘制一步的图像。</translation>
    </message>
    <message>
        <source>{file} does not say which networks it belongs to: its metadata have no {key}. Give the run&apos;s folder instead, or a file of weights that this program wrote.</source>
        <translation>{file} 没有说明它属于哪种网络：其元数据中没有 {key}。请改为给出运行文件夹，或本程序写出的权重文件。</translation>
    </message>
    <message>
        <source>{name} is no format of pictures that is written here. There are png, jpeg and webp.</source>
        <translation>{name} 不是可写出的图像格式。可用 png、jpeg 和 webp。</translation>
    </message>
    <message>
        <source>{path} cannot be made: the program ffmpeg, which makes MP4 films, is not there. Install it (Debian&apos;s package ffmpeg), or choose a name that ends in .gif.</source>
        <translation>无法生成 {path}：没有制作 MP4 影片的程序 ffmpeg。请安装它（Debian 软件包 ffmpeg），或选用以 .gif 结尾的名称。</translation>
    </message>
    <message>
        <source>{path} cannot be written: {library} does not encode a picture of this size. Choose png.</source>
        <translation>无法写入 {path}：{library} 不能编码这种大小的图像。请选 png。</translation>
    </message>
    <message>
        <source>{path} has an ending that names no film. There are .mp4 and .gif; without one it is a folder of pictures.</source>
        <translation>{path} 的后缀不是影片格式。可用 .mp4 和 .gif；没有后缀则为图像文件夹。</translation>
    </message>
    <message>
        <source>{path} is neither a run folder nor a file of weights. `gan-engine runs DIR` lists runs.</source>
        <translation>{path} 既不是运行文件夹，也不是权重文件。`gan-engine runs DIR` 列出各运行。</translation>
    </message>
    <message>
        <source>{point} names a class, but the generator knows none. Leave class= away.</source>
        <translation>{point} 给出了类别，但生成器不区分类别。请去掉 class=。</translation>
    </message>
    <message>
        <source>{point} names class {label}, but the generator knows classes 0 to {last} only.</source>
        <translation>{point} 给出了类别 {label}，但生成器只有类别 0 到 {last}。</translation>
    </message>
    <message>
        <source>{point} names no class, but the generator makes images of {classes} classes. Add for example class=0.</source>
        <translation>{point} 没有给出类别，但生成器生成 {classes} 个类别的图像。例如可加上 class=0。</translation>
    </message>
    <message>
        <source>{run} has no checkpoint yet.</source>
        <translation>{run} 还没有检查点。</translation>
    </message>
    <message>
        <source>{run} trains the classifier {architecture}, which makes no pictures. Give the run of a GAN.</source>
        <translation>{run} 训练的是分类器 {architecture}，它不生成图像。请给出 GAN 的运行。</translation>
    </message>
    <message>
        <source>{what} cannot be made by several processes. Leave --processes away; threads make it as fast.</source>
        <translation>{what} 不能由多个进程生成。请去掉 --processes；多线程同样快。</translation>
    </message>
    <message>
        <source>Making pictures beside the training needs {needed} of memory and a fifth more, but only {left} are left here. Make room, or say with sampler.memory_mib that less will do.</source>
        <translation>在训练旁生成图片需要 {needed} 内存再加五分之一，但这里只剩 {left}。请腾出空间，或用 sampler.memory_mib 说明所需更少。</translation>
    </message>
    <message>
        <source>No picture was asked for. Name at least one.</source>
        <translation>没有请求任何图片。请至少指定一张。</translation>
    </message>
    <message>
        <source>No pictures are made for clients of this run: sampler.enabled is off.</source>
        <translation>不为此运行的客户端生成图片：sampler.enabled 已关闭。</translation>
    </message>
    <message>
        <source>Pictures come as raw pixels or as JPEG of a quality from 1 to 100, but format {format} and quality {quality} were asked for.</source>
        <translation>图片可为原始像素或质量 1 到 100 的 JPEG，但请求的是格式 {format} 和质量 {quality}。</translation>
    </message>
    <message>
        <source>The path has {frames} pictures, but {count} from number {first} on were asked for, counted from 0.</source>
        <translation>路径有 {frames} 张图片，但请求了从第 {first} 张（从 0 数起）开始的 {count} 张。</translation>
    </message>
    <message>
        <source>The process that makes pictures cannot be connected: there are no descriptors left. See `ulimit -n`.</source>
        <translation>无法连接生成图片的进程：文件描述符已用尽。请查看 `ulimit -n`。</translation>
    </message>
    <message>
        <source>The process that makes pictures did not answer for {time} and was ended. Ask for smaller pieces, or for running statistics.</source>
        <translation>生成图片的进程 {time} 没有回应，已被终止。请一次要求少一些，或使用 running 统计量。</translation>
    </message>
    <message>
        <source>The process that makes pictures has ended twice over these pictures ({how}). Look whether the host has memory left and what engine.log says, and ask again.</source>
        <translation>生成图片的进程在生成这些图片时两次结束（{how}）。请检查主机是否还有内存、engine.log 里写了什么，然后重新请求。</translation>
    </message>
    <message>
        <source>This engine makes no pictures for clients.</source>
        <translation>此引擎不为客户端生成图片。</translation>
    </message>
    <message>
        <source>What the engine and the process that makes its pictures said to each other was damaged.</source>
        <translation>引擎与为其生成图片的进程之间的通信数据已损坏。</translation>
    </message>
    <message>
        <source>Your token allows to watch this run, and only those who may steer it have pictures made (sampler.for_watchers is off). Ask its owner for the token of the role steer.</source>
        <translation>您的令牌允许观看此运行，而只有可操控者才能请求生成图片（sampler.for_watchers 已关闭）。请向其所有者索取 steer 角色的令牌。</translation>
    </message>
    <message>
        <source>process {pid} makes pictures for who asks, and ends after {time} without a request</source>
        <translation>进程 {pid} 为请求者生成图片，{time} 没有请求后结束</translation>
    </message>
    <message>
        <source>process {pid}, which made pictures, has ended: nobody asks for any</source>
        <translation>生成图片的进程 {pid} 已结束：没有人再请求图片</translation>
    </message>
    <message>
        <source>an eventfd</source>
        <translation>eventfd</translation>
    </message>
    <message>
        <source>process {pid}, which made pictures, has ended before its time ({how}); the next request starts another one</source>
        <translation>生成图片的进程 {pid} 提前结束（{how}）；下一个请求会启动新的进程</translation>
    </message>
    <message>
        <source>{count} clients have pictures made by this engine already. Ask again when one of them has gone.</source>
        <translation>已有 {count} 个客户端在让此引擎生成图片。请等其中一个离开后再请求。</translation>
    </message>
    <message>
        <source>{count} pictures of {side} x {side} pixels were asked for in one call, which gives at most {limit} megapixels together. Ask for fewer, or for smaller ones.</source>
        <translation>一次请求了 {count} 张 {side} x {side} 像素的图片，而一次总共最多 {limit} 百万像素。请减少数量或尺寸。</translation>
    </message>
    <message>
        <source>{count} pictures were asked for in one call, which gives at most {limit}. Ask in several calls.</source>
        <translation>一次请求了 {count} 张图片，而一次最多给出 {limit} 张。请分多次请求。</translation>
    </message>
    <message>
        <source>The engine sent a picture that this window cannot read. Use an engine of the window&apos;s version.</source>
        <translation>引擎发来的图片本窗口无法读取。请使用与窗口版本相同的引擎。</translation>
    </message>
    <message>
        <source>A folder for each class needs a generator of classes, a folder to lie in and a format with a file for each picture.</source>
        <translation>按类别分文件夹，需要区分类别的生成器、存放它们的文件夹，以及每张图像一个文件的格式。</translation>
    </message>
    <message>
        <source>The process that makes pictures was asked for {wanted} at once and has sent {found}. Look whether it is of the same version as the engine.</source>
        <translation>向生成图片的进程一次请求了 {wanted} 张，它却发回 {found} 张。请检查它与引擎的版本是否相同。</translation>
    </message>
    <message>
        <source>{file} is the name of a file of the format {named}, but {asked} was asked for. Give another name, or leave --format away.</source>
        <translation>{file} 是 {named} 格式的文件名，但请求的是 {asked}。请换一个名称，或不使用 --format。</translation>
    </message>
    <message>
        <source>{file} is the name of one picture, but {count} were asked for. Ask for one (--count 1), give a folder, or put all into one picture with `gan-engine sheet`.</source>
        <translation>{file} 是一张图像的文件名，但请求了 {count} 张。请只请求一张（--count 1），或给出一个文件夹，或用 `gan-engine sheet` 把它们拼成一张图像。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: at this data.resolution the latent is cut into {parts} equal parts. Set model.latent_size to {nearest}, for example.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：在此 data.resolution 下潜向量被分成 {parts} 等份。可把 model.latent_size 设为例如 {nearest}。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: its blocks work on a quarter of their channels. Set model.generator_width and model.discriminator_width to at least 4.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：它的块在四分之一的通道上计算。请把 model.generator_width 和 model.discriminator_width 设为至少 4。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: the generator is updated with the images that the discriminator has seen last, and these are fewer. Set training.generator_images to anew, or lower accumulation.generator.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：生成器用判别器最后见过的图像更新，而这些图像更少。请把 training.generator_images 设为 anew，或调低 accumulation.generator。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: the networks have maps of 8, 16, 32 ... px up to the images&apos; size, and none of {size} px.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：网络有边长 8、16、32 …直到图像大小的特征图，没有 {size} 像素的。</translation>
    </message>
    <message>
        <source>--as says where the run of weights alone is made, but {path} is no file of weights. Leave it out.</source>
        <translation>--as 指明仅有权重的运行建在哪里，但 {path} 不是权重文件。请去掉它。</translation>
    </message>
    <message>
        <source>No film: {problem}.</source>
        <translation>无法制作影片：{problem}。</translation>
    </message>
    <message>
        <source>The engine that answered for {run} has ended.</source>
        <translation>为 {run} 应答的引擎已结束。</translation>
    </message>
    <message>
        <source>the picture of step {step} could not be drawn: {reason}</source>
        <translation>第 {step} 步的图片无法绘制：{reason}</translation>
    </message>
    <message>
        <source>{all} clients watch this run already, {own} of them from here. Close one of them.</source>
        <translation>已有 {all} 个客户端在观察此训练任务，其中 {own} 个来自此处。请关闭其中一个。</translation>
    </message>
    <message>
        <source>{all} connections over the network are open to this engine already, {own} of them from here. Close one of them.</source>
        <translation>已有 {all} 个网络连接到此引擎，其中 {own} 个来自此处。请关闭其中一个。</translation>
    </message>
    <message>
        <source>The training has not handed out its newest generator within {time}: an iteration takes longer, or its disk does not answer. Ask again later, or for the step of a checkpoint.</source>
        <translation>训练在 {time} 内没有交出最新的生成器：一次迭代需要更久，或者其磁盘没有响应。请稍后再试，或指定某个检查点的步数。</translation>
    </message>
    <message>
        <source>A sheet has 1 to 1,000 rows, or 0 for as many as its kind has, but {rows} were asked for.</source>
        <translation>图表可有 1 到 1,000 行，0 表示按种类的行数，但要求的是 {rows} 行。</translation>
    </message>
    <message>
        <source>A sheet of steps shows a checkpoint in each row, but one step, {step}, was asked for. Leave the step away, or choose another kind.</source>
        <translation>steps 图表每行显示一个检查点，但要求的是单独的步 {step}。请去掉步数，或选用其他种类。</translation>
    </message>
    <message>
        <source>A sheet of {kind} has {fewest} to 1,000 columns, but {columns} were asked for.</source>
        <translation>{kind} 图表可有 {fewest} 到 1,000 列，但要求的是 {columns} 列。</translation>
    </message>
    <message>
        <source>Class {label} was asked for, but this generator knows classes 0 to {last} only. Ask for some of them.</source>
        <translation>要求的类别是 {label}，但此生成器只有类别 0 到 {last}。请要求其中的类别。</translation>
    </message>
    <message>
        <source>Classes were asked for, but this generator knows none. Leave them away.</source>
        <translation>要求了类别，但此生成器没有类别。请去掉它们。</translation>
    </message>
    <message>
        <source>Nothing is known of the architecture {name}.</source>
        <translation>不认识架构 {name}。</translation>
    </message>
    <message>
        <source>it does not say which</source>
        <translation>文件没有说明是哪一步</translation>
    </message>
    <message>
        <source>{file} does not hold the generator of the network that it names ({reason}). Give the file ema.safetensors or generator.safetensors of a checkpoint.</source>
        <translation>{file} 中没有它所标明的网络的生成器（{reason}）。请给出检查点中的 ema.safetensors 或 generator.safetensors 文件。</translation>
    </message>
    <message>
        <source>{file} is a file of weights, which are of one step ({own}) and not of step {step}. Leave the step away, or give the run&apos;s folder.</source>
        <translation>{file} 是权重文件，只属于一步（{own}），而不是第 {step} 步。请去掉步数，或给出运行文件夹。</translation>
    </message>
    <message>
        <source>{path} cannot be made: a GIF shows at most 50 pictures a second, and {speed} were asked for. Take 50, or choose a name that ends in .mp4.</source>
        <translation>无法生成 {path}：GIF 每秒最多显示 50 张图片，但要求的是 {speed} 张。请用 50，或选用以 .mp4 结尾的名称。</translation>
    </message>
    <message>
        <source>{path} cannot be made: the program ffmpeg, which makes MP4 films, is there but does not start: {reason}. Mend that, or choose a name that ends in .gif.</source>
        <translation>无法生成 {path}：制作 MP4 影片的程序 ffmpeg 存在，但无法启动：{reason}。请修复它，或选用以 .gif 结尾的名称。</translation>
    </message>
    <message>
        <source>{path} cannot become the folder of a film: there is something already, which would be mixed up with its pictures. Choose another name, or empty it.</source>
        <translation>{path} 不能成为影片的文件夹：那里已有内容，会与影片的图片混在一起。请选用其他名称，或将其清空。</translation>
    </message>
    <message>
        <source>{path} was not made: ffmpeg ended with {how} and said {words}. Nothing of it is left. Look whether `ffmpeg -encoders` knows libx264, or choose a name that ends in .gif.</source>
        <translation>{path} 没有生成：ffmpeg 以 {how} 结束，并说 {words}。没有留下任何部分。请查看 `ffmpeg -encoders` 中是否有 libx264，或选用以 .gif 结尾的名称。</translation>
    </message>
    <message>
        <source>{path} was not made: its disk is full. Nothing of it is left. Free some space there, then try again.</source>
        <translation>{path} 没有生成：磁盘已满。没有留下任何部分。请在那里腾出空间，然后重试。</translation>
    </message>
    <message>
        <source>{path} would have {width} x {height} pixels, but a picture of the format {format} has sides of at most {most} and 4 GiB of pixels. Ask for fewer pictures in it, or choose png.</source>
        <translation>{path} 将有 {width} x {height} 像素，但 {format} 格式的图片每边最多 {most} 像素、总共最多 4 GiB 像素数据。请减少其中的图片，或选用 png。</translation>
    </message>
    <message>
        <source>A running statistic is not finite: this state is not worth keeping. Roll back instead.</source>
        <translation>有运行统计量不是有限值：这个状态不值得保留。请改为回退。</translation>
    </message>
    <message>
        <source>The running statistic {name} is not finite at step {step}, and stays so: pictures or scores that are made with it are worthless. No checkpoint is kept of that until a roll back.</source>
        <translation>运行统计量 {name} 在第 {step} 步不是有限值，并会一直如此：用它生成的图片或算出的分数毫无价值。在回退之前不再保留检查点。</translation>
    </message>
    <message>
        <source>it holds what is left of a run whose making was interrupted, or is still going on</source>
        <translation>其中有创建被中断或仍在创建的训练任务的残余</translation>
    </message>
    <message>
        <source>{run} has written checkpoints, {name} first, but none is left: it would begin again from new weights. Restore {checkpoints} from a copy, or train a new run, in another folder.</source>
        <translation>{run} 写过检查点，最早的是 {name}，但现在一个也没有了：它会从新的权重重新开始。请从副本恢复 {checkpoints}，或在另一个文件夹中新建训练任务。</translation>
    </message>
    <message>
        <source>{run} is to go on from step {step} of {parent}, but holds no checkpoint. Restore {checkpoints} from a copy, or make the run anew, in another folder.</source>
        <translation>{run} 应从 {parent} 的第 {step} 步继续，但其中没有检查点。请从副本恢复 {checkpoints}，或在另一个文件夹中重新创建该训练任务。</translation>
    </message>
    <message>
        <source>A mean or a covariance holds a value that is not finite, so there is no distance. Compute the features again, from pictures and a network that are whole.</source>
        <translation>均值或协方差中有非有限的数值，因此没有距离可言。请用完好的图片和网络重新计算特征。</translation>
    </message>
    <message>
        <source>FID of {count} samples is too high by a bias that grows as they become fewer: compare it with those of as many samples only. From {enough} samples on it is small.</source>
        <translation>由 {count} 个样本得到的 FID 偏高，样本越少偏差越大：只应与同样数量样本的 FID 比较。样本达到 {enough} 个以后偏差很小。</translation>
    </message>
    <message>
        <source>Moments of {a} features cannot be compared with moments of {b}: they are of different networks. Take both from one.</source>
        <translation>{a} 个特征的矩不能与 {b} 个特征的矩比较：它们来自不同的网络。请都取自同一个网络。</translation>
    </message>
    <message>
        <source>Pictures for {file} ({network}) are resized as one of: {names}; {found} was asked for. Choose one of these.</source>
        <translation>供 {file}（{network}）使用的图片可按以下方式之一缩放：{names}；但要求的是 {found}。请从中选择一种。</translation>
    </message>
    <message>
        <source>Pictures of {size} pixels were asked for {file}; 1 to {largest} are possible.</source>
        <translation>为 {file} 要求了 {size} 像素的图片；可以是 1 到 {largest}。</translation>
    </message>
    <message>
        <source>The network gives features that are not finite for {picture} of {data}. Check the network&apos;s file; no score can be computed of them.</source>
        <translation>网络对 {data} 中的 {picture} 给出非有限的特征。请检查网络文件；由此无法计算任何分数。</translation>
    </message>
    <message>
        <source>The sliced Wasserstein distance needs two sets of as many vectors of the same size.</source>
        <translation>切片 Wasserstein 距离需要两组数量相同、长度相同的向量。</translation>
    </message>
    <message>
        <source>sigma has a negative variance</source>
        <translation>sigma 含有负的方差</translation>
    </message>
    <message>
        <source>sigma is not symmetric, so it is no covariance</source>
        <translation>sigma 不对称，因此不是协方差</translation>
    </message>
    <message>
        <source>{a} is of {a_kind}, but {b} of {b_kind}: their distance would mean nothing. Take both from one network and one way of resizing.</source>
        <translation>{a} 属于 {a_kind}，而 {b} 属于 {b_kind}：它们之间的距离没有意义。请都取自同一个网络和同一种缩放方式。</translation>
    </message>
    <message>
        <source>{file} cannot be read as a network in TorchScript: {reason}. A state_dict that torch.save() wrote is none: save it with safetensors.torch.save_file(), or the network with torch.jit.script(...).save().</source>
        <translation>{file} 不能作为 TorchScript 网络读取：{reason}。torch.save() 写出的 state_dict 不是这种网络：请用 safetensors.torch.save_file() 保存它，或用 torch.jit.script(...).save() 保存网络。</translation>
    </message>
    <message>
        <source>{file} has the name of NVIDIA&apos;s file but the SHA-256 {found} instead of {expected}: it is damaged or another network. Fetch it again, or give it a name of its own.</source>
        <translation>{file} 用的是 NVIDIA 文件的名字，但 SHA-256 是 {found}，而不是 {expected}：它已损坏，或是另一个网络。请重新获取，或给它另起名字。</translation>
    </message>
    <message>
        <source>{file} holds {count} tensors but no {name}, so it is no Inception v3 under torchvision&apos;s names. Save the network&apos;s state_dict with safetensors.torch.save_file().</source>
        <translation>{file} 含有 {count} 个张量，但没有 {name}，因此不是按 torchvision 命名的 Inception v3。请用 safetensors.torch.save_file() 保存该网络的 state_dict。</translation>
    </message>
    <message>
        <source>{file} holds {name} as {found}, but Inception v3 has {expected} there. Give weights of that network.</source>
        <translation>{file} 中的 {name} 是 {found}，而 Inception v3 在此处是 {expected}。请给出该网络的权重。</translation>
    </message>
    <message>
        <source>{file} is Inception v3, which takes pictures of 299 pixels; {size} were asked for. Leave the size away.</source>
        <translation>{file} 是 Inception v3，它接受 299 像素的图片；但要求的是 {size}。请去掉尺寸。</translation>
    </message>
    <message>
        <source>{file} is a pickle of PyTorch&apos;s, which only Python reads. Save the network&apos;s state_dict with safetensors.torch.save_file(), or the network with torch.jit.script(...).save().</source>
        <translation>{file} 是 PyTorch 的 pickle 文件，只有 Python 能读取。请用 safetensors.torch.save_file() 保存网络的 state_dict，或用 torch.jit.script(...).save() 保存网络。</translation>
    </message>
    <message>
        <source>{file} should hold moments, mu [D] and sigma [D, D] in float32 or float64 with D from 1 to {most}, but {found}. Make it again.</source>
        <translation>{file} 应含有矩，即 float32 或 float64 的 mu [D] 和 sigma [D, D]，D 从 1 到 {most}；但 {found}。请重新生成。</translation>
    </message>
    <message>
        <source>{metric} is computed from pictures, but {set} holds moments, which only fid is computed from. Give the pictures, or ask for fid alone.</source>
        <translation>{metric} 由图片算出，但 {set} 含有的是矩，由矩只能算出 fid。请给出图片，或只要求 fid。</translation>
    </message>
    <message>
        <source>{set} does not say of which features its moments are; the score means something only where they are those of the other side, network and resizing.</source>
        <translation>{set} 没有说明它的矩属于哪些特征；只有当网络和缩放方式与另一方相同时，分数才有意义。</translation>
    </message>
    <message>
        <source>{set} holds moments already. Give the pictures that moments are to be computed of.</source>
        <translation>{set} 已经是矩。请给出要计算矩的图片。</translation>
    </message>
    <message>
        <source>{what} needs at least {needed} samples of each side; there are {found}. Give more pictures, or leave this score away.</source>
        <translation>{what} 每一方至少需要 {needed} 个样本；现有 {found} 个。请给出更多图片，或去掉这一分数。</translation>
    </message>
    <message>
        <source>{file} belongs to a run of {architecture}, which is no classifier. Name the run of one, or a file with another network.</source>
        <translation>{file} 属于 {architecture} 的运行，它不是分类器。请指明分类器的运行，或含有其他网络的文件。</translation>
    </message>
    <message>
        <source>{file} is a classifier that takes pictures as it was trained; {found} was asked for. Leave it away.</source>
        <translation>{file} 是分类器，按训练时的方式接受图片；但要求的是 {found}。请去掉它。</translation>
    </message>
    <message>
        <source>A picture of {found} (height, width, channels) was to be compared with images of {expected}.</source>
        <translation>要把 {found}（高、宽、通道）的图片与 {expected} 的图像比较。</translation>
    </message>
    <message>
        <source>Images were asked for that are nearest to nothing. Give a point or a photograph.</source>
        <translation>没有说明要找与什么最接近的图像。请给出一个点或一张照片。</translation>
    </message>
    <message>
        <source>No directions are known of this generator: it does not begin by multiplying its latent.</source>
        <translation>不知道该生成器有哪些方向：它的第一步不是与隐向量相乘。</translation>
    </message>
    <message>
        <source>Of weights alone nobody knows which images they were trained on. Name a run.</source>
        <translation>单独的权重不说明是用哪些图像训练的。请在某次训练中查找最接近的图像。</translation>
    </message>
    <message>
        <source>Points can be given for sheets of steps, and one for those of sefa and pca; these {count} were given for {kind}. Draw them with `gan-engine sample`.</source>
        <translation>steps 类拼图可以给出若干点，sefa 和 pca 类可以给出一个点；这里为 {kind} 给出了 {count} 个。请用 `gan-engine sample` 生成它们。</translation>
    </message>
    <message>
        <source>Principal components of {size} components need more latents than these {count}.</source>
        <translation>求 {size} 个分量的主成分需要多于 {count} 个隐向量。</translation>
    </message>
    <message>
        <source>The nearest images to one picture can be found: give either a picture file or --point LINE.</source>
        <translation>只能查找与一张图片最接近的图像：请给出图片文件或 --point LINE，二者选一。</translation>
    </message>
    <message>
        <source>The photograph came as {found} (channels, height, width), but the generator makes {expected}.</source>
        <translation>照片的大小是 {found}（通道、高、宽），而生成器生成 {expected}。</translation>
    </message>
    <message>
        <source>The photograph is a file of {size}, and an engine takes {limit} at most. Make it smaller: it is scaled to the generator&apos;s pictures anyway.</source>
        <translation>照片文件有 {size}，而引擎最多接受 {limit}。请先缩小：反正它会被缩放到生成器图片的大小。</translation>
    </message>
    <message>
        <source>The process that makes pictures has answered with something else than it was asked for. Look whether it is of the same version as the engine.</source>
        <translation>生成图片的进程回答的不是所要求的内容。请检查它与引擎的版本是否相同。</translation>
    </message>
    <message>
        <source>The run was trained on other images than {name} now holds: they have changed since, or data.path leads elsewhere from here. Put them back.</source>
        <translation>训练时用的图像与 {name} 现在的不同：它们后来改变了，或者 data.path 在这里指向别处。请恢复原来的图像。</translation>
    </message>
    <message>
        <source>it is longer than 65,536 bytes</source>
        <translation>它超过 65,536 字节</translation>
    </message>
    <message>
        <source>it says with what to mix, but not which chunks: add for example mix=2-4</source>
        <translation>它说明了与什么混合，但没有说明哪些分块：请加上例如 mix=2-4</translation>
    </message>
    <message>
        <source>its latent has more than 4,096 components</source>
        <translation>它的隐向量超过 4,096 个分量</translation>
    </message>
    <message>
        <source>the photograph</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>{count} images were asked for, and a search finds {limit} at most. Ask for fewer.</source>
        <translation>要求 {count} 张图像，而一次查找最多给出 {limit} 张。请减少数量。</translation>
    </message>
    <message>
        <source>{name} is no kind of direction. There are sefa and pca.</source>
        <translation>没有名为 {name} 的方向。有 sefa 和 pca。</translation>
    </message>
    <message>
        <source>{name} is no kind of sheet. There are classes, random, steps, interpolate-z, interpolate-y, interpolate-zy, sefa and pca.</source>
        <translation>没有名为 {name} 的拼图。有 classes、random、steps、interpolate-z、interpolate-y、interpolate-zy、sefa 和 pca。</translation>
    </message>
    <message>
        <source>{one} and {other} are made with different statistics. Give points of one kind for a sheet.</source>
        <translation>{one} 和 {other} 使用不同的统计量。一张拼图的各点请使用同一种。</translation>
    </message>
    <message>
        <source>{path} is no run folder, and weights alone do not say which images they were trained on. Give the run&apos;s folder.</source>
        <translation>{path} 不是训练文件夹，而单独的权重不说明是用哪些图像训练的。请给出训练的文件夹。</translation>
    </message>
    <message>
        <source>{point} mixes chunks of two latents, but the generator takes its latent whole. Leave mix away; seed=1*0.5+2*0.5 mixes whole ones.</source>
        <translation>{point} 混合两个隐向量的分块，但该生成器把隐向量作为整体使用。请去掉 mix；seed=1*0.5+2*0.5 可混合整个隐向量。</translation>
    </message>
    <message>
        <source>{point} moves along direction {kind}/{number}, but the generator has {kind}/0 to {kind}/{last} only.</source>
        <translation>{point} 沿方向 {kind}/{number} 移动，但该生成器只有 {kind}/0 到 {kind}/{last}。</translation>
    </message>
    <message>
        <source>{point} says {found} components of a latent, but the generator takes {expected}. Give the point of another generator to that one.</source>
        <translation>{point} 给出隐向量的 {found} 个分量，但该生成器需要 {expected} 个。这个点属于另一个生成器。</translation>
    </message>
    <message>
        <source>{point} takes chunk {chunk} of another latent, but the generator has chunks 0 to {last} only.</source>
        <translation>{point} 取另一个隐向量的分块 {chunk}，但该生成器只有分块 0 到 {last}。</translation>
    </message>
    <message>
        <source>{source} is empty. Give a picture file.</source>
        <translation>{source}是空的。请给出图片文件。</translation>
    </message>
    <message>
        <source>{steps} steps were asked for, and a search takes {limit} at most. Begin another one where it ends.</source>
        <translation>要求 {steps} 步，而一次查找最多 {limit} 步。请从它结束的地方再开始一次。</translation>
    </message>
    <message>
        <source>FID of {count} samples is too high by a bias that grows as they become fewer: compare it with those of as many samples only. fid_infinity has less of that bias; from {enough} samples on it is small.</source>
        <translation>由 {count} 个样本得到的 FID 偏高，样本越少偏差越大：只应与同样数量样本的 FID 比较。fid_infinity 的这一偏差较小；样本达到 {enough} 个以后偏差很小。</translation>
    </message>
    <message>
        <source>KID is of subsets of {count} samples instead of {size}, because one side has no more: its deviation is not that of others.</source>
        <translation>KID 的子集只有 {count} 个样本而不是 {size} 个，因为一方没有更多样本：它的标准差不能与其他的比较。</translation>
    </message>
    <message>
        <source>The Frechet distance is not a finite number, because means or variances are too large: the traces of the covariances are {a} and {b}. Compute the moments again, from pictures and a network that are whole.</source>
        <translation>Frechet 距离不是有限的数，因为均值或方差过大：两个协方差的迹为 {a} 和 {b}。请用完好的图片和网络重新计算矩。</translation>
    </message>
    <message>
        <source>The Inception Score is computed from probabilities of classes, but {file} gives none: of a grey picture, numbers of 0 to 1 with a sum of 1. Leave the score away, or take Inception v3.</source>
        <translation>Inception Score 由类别概率算出，但 {file} 不给出概率，即对一张灰色图片给出 0 到 1 之间、和为 1 的数值。请去掉这一分数，或使用 Inception v3。</translation>
    </message>
    <message>
        <source>The network gives numbers that are no probabilities of classes for {picture} of {data}: they should be 0 to 1 with a sum of 1. Check the network&apos;s file, or leave the Inception Score away.</source>
        <translation>网络对 {data} 的 {picture} 给出的数值不是类别概率：它们应在 0 到 1 之间，且和为 1。请检查网络文件，或去掉 Inception Score。</translation>
    </message>
    <message>
        <source>fid_infinity keeps much of the bias, because it is of {count} samples of {set}, fewer than the {features} features.</source>
        <translation>fid_infinity 仍保留大部分偏差，因为它只由 {set} 的 {count} 个样本算出，少于 {features} 个特征。</translation>
    </message>
    <message>
        <source>fid_infinity keeps the bias of {set}, because it holds moments, of fewer than {enough} samples or of a number that it does not say. Give its pictures.</source>
        <translation>fid_infinity 保留了 {set} 的偏差，因为它含有的是矩，其样本少于 {enough} 个，或未说明样本数。请给出它的图片。</translation>
    </message>
    <message>
        <source>{set} has files that are no pictures which are read here, so that the {count} others stand for it: {files}. Where they are pictures, convert them to PNG.</source>
        <translation>{set} 中有此处不读取为图片的文件，因此只由其余 {count} 张图片代表它：{files}。若它们是图片，请转换为 PNG。</translation>
    </message>
    <message>
        <source>{set} should have a covariance, whose eigenvalues are not negative, but the least is {least} and the largest {largest}. Compute its moments again.</source>
        <translation>{set} 应有协方差，其特征值不为负，但最小的是 {least}，最大的是 {largest}。请重新计算它的矩。</translation>
    </message>
    <message>
        <source>{what} needs at least {needed} samples of each side, but of the {count} of one {kept} are to be kept. Raise --keep, or leave this score away.</source>
        <translation>{what} 每一方至少需要 {needed} 个样本，但一方的 {count} 个样本只保留 {kept} 个。请增大 --keep，或去掉这一分数。</translation>
    </message>
    <message>
        <source>No exports are made here: these are weights alone, whose folder goes when they are no longer served. Use `gan-engine sample`, `interpolate` or `sheet`.</source>
        <translation>这里不做导出：这只是单独的权重，停止提供服务后其文件夹就会消失。请使用 `gan-engine sample`、`interpolate` 或 `sheet`。</translation>
    </message>
    <message>
        <source>The engine&apos;s answer about the export&apos;s file {name} does not fit what it said before. Fetch it again.</source>
        <translation>引擎关于导出文件 {name} 的回答与它先前所说的不符。请重新获取。</translation>
    </message>
    <message>
        <source>The export needs {needed} of the disk that holds {path}, of which {spared} stay free for others, but {free} are left. Free some space there, or ask for less.</source>
        <translation>导出在 {path} 所在的磁盘上需要 {needed}（其中 {spared} 为其他用途保留），但只剩 {free}。请在那里腾出一些空间，或减少所请求的内容。</translation>
    </message>
    <message>
        <source>The export {id} has no file {name}, or not yet. Ask for one that the list of its files names.</source>
        <translation>导出 {id} 没有文件 {name}，或者尚未生成。请选择其文件列表中的文件。</translation>
    </message>
    <message>
        <source>The process that tried the export out has ended before its time ({how}). Look whether the host has memory left and what {log} says, and start the export again.</source>
        <translation>试做导出的进程提前结束了（{how}）。请查看主机是否还有内存以及 {log} 的内容，然后重新开始导出。</translation>
    </message>
    <message>
        <source>nothing was made to try an export out</source>
        <translation>试做导出时什么也没有生成</translation>
    </message>
    <message>
        <source>{all} files of this run are on their way already, {own} of them to this client. Take them first.</source>
        <translation>此运行已有 {all} 个文件在传送中，其中 {own} 个发往此客户端。请先接收它们。</translation>
    </message>
    <message>
        <source>{asked} is no format of this export: name {formats}.</source>
        <translation>{asked} 不是此导出的格式：请指定 {formats}。</translation>
    </message>
    <message>
        <source>{count} exports of this run are not over yet. Wait for one of them, or cancel it.</source>
        <translation>此运行还有 {count} 个导出尚未结束。请等待其中一个完成，或取消它。</translation>
    </message>
    <message>
        <source>{field} of an export is a number from {lowest} to {highest}, but {value} was asked for.</source>
        <translation>导出的 {field} 是 {lowest} 到 {highest} 之间的数，但请求的是 {value}。</translation>
    </message>
    <message>
        <source>{file} does not say what an export is: {reason}. Start the export anew.</source>
        <translation>{file} 没有说明导出是什么：{reason}。请重新开始导出。</translation>
    </message>
    <message>
        <source>{id} cannot name an export: 1 to 64 lower-case letters, digits and hyphens can.</source>
        <translation>{id} 不能作为导出的名称：名称须为 1 到 64 个小写字母、数字和连字符。</translation>
    </message>
    <message>
        <source>{length} bytes from {offset} on of {name} were asked for, which has {bytes}. Ask for some of these.</source>
        <translation>请求了 {name} 从 {offset} 起的 {length} 字节，而它只有 {bytes} 字节。请在此范围内请求。</translation>
    </message>
    <message>
        <source>{name} has become shorter while it was read. Fetch it again.</source>
        <translation>{name} 在读取时变短了。请重新获取。</translation>
    </message>
    <message>
        <source>{name} is not the name of an export&apos;s file. Ask for one that the list of its files names.</source>
        <translation>{name} 不是导出文件的名称。请选择其文件列表中的文件。</translation>
    </message>
    <message>
        <source>{run} has no export {id}. `gan-engine export list {run}` lists them.</source>
        <translation>{run} 没有名为 {id} 的导出。`gan-engine export list {run}` 会列出所有导出。</translation>
    </message>
    <message>
        <source>None of the {count} pictures that were tried can be compared with the photograph: the weights make values that are no finite numbers. The training went wrong before; ask for an earlier step.</source>
        <translation>试过的 {count} 张图片都无法与照片比较：这些权重产生了非有限数值。训练在此之前已经出错；请改用更早的步。</translation>
    </message>
    <message>
        <source>The export {id} is another one. Choose another id; `gan-engine export continue` goes on with that one.</source>
        <translation>导出 {id} 是另一个导出。请选择其他编号；`gan-engine export continue` 可继续那一个。</translation>
    </message>
    <message>
        <source>The generator has {count} directions of {kind}, but {rows} rows were asked for. Ask for {count} at most.</source>
        <translation>该生成器有 {count} 个 {kind} 方向，但要求了 {rows} 行。请最多要求 {count} 行。</translation>
    </message>
    <message>
        <source>The generator&apos;s first layer holds values that are no finite numbers: the training went wrong before. Ask for an earlier step.</source>
        <translation>生成器的第一层含有非有限数值：训练在此之前已经出错。请改用更早的步。</translation>
    </message>
    <message>
        <source>The processes that made it were ended {count} times before they had made anything to go on from. Look whether the host has memory left, then continue or cancel it.</source>
        <translation>制作它的进程在完成任何可继续的内容之前已结束了 {count} 次。请查看主机是否还有内存，然后继续或取消它。</translation>
    </message>
    <message>
        <source>{count} of the {all} pictures of {set} are transparent or turned by their EXIF data. Here they are laid over white and stand upright; pytorch-fid, clean-fid and NVIDIA&apos;s programs drop transparency and leave them as they are stored, so that scores of theirs differ.</source>
        <translation>{set} 的 {all} 张图片中有 {count} 张带透明或由 EXIF 数据旋转。此处把它们铺在白色上并转正；pytorch-fid、clean-fid 和 NVIDIA 的程序丢弃透明度并按存储的方向使用，因此它们的分数会不同。</translation>
    </message>
    <message>
        <source>{damaged} of the {count} images of {data} cannot be read, which is more than data.corrupt_limit = {limit} allows: the nearest ones may be among them. Look whether its files are still there and can be read.</source>
        <translation>{data} 的 {count} 张图像中有 {damaged} 张无法读取，超过了 data.corrupt_limit = {limit} 所允许的数量：最接近的图像可能就在其中。请检查这些文件是否还在、是否可读。</translation>
    </message>
    <message>
        <source>{file} cannot be read as a picture: {reason}. Choose a PNG, JPEG, WebP, GIF or BMP file.</source>
        <translation>无法把 {file} 作为图片读取：{reason}。请选择 PNG、JPEG、WebP、GIF 或 BMP 文件。</translation>
    </message>
    <message>
        <source>{point} moves a latent whose chunk 0 is not taken, but all directions lie in that chunk: {part} changes nothing. Leave it away.</source>
        <translation>{point} 移动了一个隐向量，但并未取用它的分块 0，而所有方向都在该分块中：{part} 不起作用。请去掉它。</translation>
    </message>
    <message>
        <source>An in-domain classifier has to be kept somewhere, but neither XDG_CACHE_HOME nor HOME names a folder. Set one of them, or name another network with --features.</source>
        <translation>域内分类器需要存放之处，但 XDG_CACHE_HOME 和 HOME 都没有指定文件夹。请设置其中之一，或用 --features 指定其他网络。</translation>
    </message>
    <message>
        <source>An in-domain classifier is made of the real pictures, but {set} holds moments. Give the pictures, or name with --features the file of the classifier that they were computed with.</source>
        <translation>域内分类器由真实图片训练而成，但 {set} 是矩。请给出图片，或用 --features 指定计算这些矩所用的分类器文件。</translation>
    </message>
    <message>
        <source>Evaluating on {size} processes has ended because {what}. Evaluate again when the cause is gone: what they have computed is kept.</source>
        <translation>用 {size} 个进程的评估因 {what} 而结束。请在原因消除后重新评估：已计算的内容会保留。</translation>
    </message>
    <message>
        <source>Repeated draws were asked for, but nothing is drawn: {set} holds pictures or moments. Leave them away, or give a run.</source>
        <translation>要求重复抽样，但没有可抽样的内容：{set} 是图片或矩。请去掉该要求，或给出一次训练。</translation>
    </message>
    <message>
        <source>{a} is no run, which would be judged by the images it is trained on: it takes a second set of pictures to be judged. Name them, or a run&apos;s folder, behind it.</source>
        <translation>{a} 不是一次训练（训练会以其训练图像来评判）:还需要第二组待评判的图片。请在其后指定图片或训练的文件夹。</translation>
    </message>
    <message>
        <source>{b} and the weights {weights} were given, but one side can be judged at a time. Leave one of them away.</source>
        <translation>同时给出了 {b} 和权重 {weights}，但一次只能评判一方。请去掉其中之一。</translation>
    </message>
    <message>
        <source>{file} does not hold the features of its pictures.</source>
        <translation>{file} 中没有相应图片的特征。</translation>
    </message>
    <message>
        <source>{file} does not hold the features of its share.</source>
        <translation>{file} 中没有该份额的特征。</translation>
    </message>
    <message>
        <source>{option} says how pictures are drawn from a run, but {b} holds pictures or moments. Leave it away, or give a run.</source>
        <translation>{option} 说明如何从训练中抽取图片，但 {b} 是图片或矩。请去掉该选项，或给出一次训练。</translation>
    </message>
    <message>
        <source>{set} holds pictures, which a network has to turn into features first. Name its file with --features: Inception v3 in safetensors, any network in TorchScript or the run of a classifier; or in-domain, which makes one.</source>
        <translation>{set} 是图片，须先由网络转换为特征。请用 --features 指定网络文件：safetensors 格式的 Inception v3、任意 TorchScript 网络或分类器的训练；或用 in-domain 现做一个。</translation>
    </message>
    <message>
        <source>A preview is a PNG, but it is to be called {file}. Give a name that ends in .png.</source>
        <translation>预览是 PNG 文件，但指定的名称是 {file}。请给出以 .png 结尾的名称。</translation>
    </message>
    <message>
        <source>Checkpoints come faster than sheets are drawn.</source>
        <translation>检查点写入得比图表绘制得快。</translation>
    </message>
    <message>
        <source>The export was tried out for {time} without an end, and was given up. Look whether the host has time and its disk answers, or ask for smaller pictures or running statistics.</source>
        <translation>试做该导出已用 {time} 仍未结束，因此已放弃。请查看主机是否有空闲、其磁盘是否有响应，或请求较小的图片或滑动统计量。</translation>
    </message>
    <message>
        <source>The export {id} is {phase}. Cancel it first, then it can be removed.</source>
        <translation>导出 {id} 处于 {phase} 状态。请先取消它，然后才能移除。</translation>
    </message>
    <message>
        <source>The request for an export has {bytes} with its {count} points, and {limit} go into one. Make several exports with fewer points each, or take numbered samples (--seed, --count).</source>
        <translation>该导出请求连同其 {count} 个点共有 {bytes}，而一个请求最多 {limit}。请分成若干个点数较少的导出，或改用编号样本（--seed、--count）。</translation>
    </message>
    <message>
        <source>{folder} holds {name}, which is not of this export. Choose another folder.</source>
        <translation>{folder} 中有 {name}，它不属于此导出。请选择另一个文件夹。</translation>
    </message>
    <message>
        <source>{text} is no list of sheets: {item} is none, or stands there twice. Write some of classes, random, interpolate-z, interpolate-y, interpolate-zy, sefa and pca between commas, or nothing for none.</source>
        <translation>{text} 不是图表列表：{item} 不是其中之一，或出现了两次。请从 classes、random、interpolate-z、interpolate-y、interpolate-zy、sefa 和 pca 中选择若干种，以逗号分隔；留空则一个也不绘制。</translation>
    </message>
    <message>
        <source>The classifier of {data} by which pictures were to be judged has not become one: {tensor} is not finite. Take features of another network and other scores.</source>
        <translation>用于评判图片的 {data} 分类器训练失败：{tensor} 不是有限值。请改用其他网络的特征和其他分数。</translation>
    </message>
    <message>
        <source>There is no class of which {a} and {b} have at least two pictures each among those that are kept. Raise --keep, name classes alike, or leave intra-fid away.</source>
        <translation>没有任何类别在 {a} 和 {b} 所保留的图片中各有至少两张。请增大 --keep、统一类别名称，或去掉 intra-fid。</translation>
    </message>
    <message>
        <source>intra_fid is of {count} of the {all} classes: of the others one side has fewer than two pictures among those that are kept.</source>
        <translation>intra_fid 只涉及 {all} 个类别中的 {count} 个：其余类别有一方在保留的图片中不足两张。</translation>
    </message>
    <message>
        <source>{count} pictures of {set} take {bytes} of memory, which is more than a classifier is trained on here. Ask for fewer, or leave this score away.</source>
        <translation>{set} 的 {count} 张图片需要 {bytes} 内存，超过此处训练分类器的上限。请减少数量，或去掉该分数。</translation>
    </message>
    <message>
        <source>{set} has an image, {image}, of no class that both sides know, but this score compares classes. Put images into a folder for each class, or leave the score away.</source>
        <translation>{set} 中的图像 {image} 不属于双方都有的类别，而该分数按类别比较。请把图像按类别放入各自的文件夹，或去掉该分数。</translation>
    </message>
    <message>
        <source>{set} has no classes, which this score compares. Give a run with classes or a folder with one for each class, or leave the score away.</source>
        <translation>{set} 没有类别，而该分数按类别比较。请给出带类别的训练或每个类别一个子文件夹的文件夹，或去掉该分数。</translation>
    </message>
    <message>
        <source>--resize says {resize}, but an in-domain classifier takes pictures as it was trained on them. Leave --resize away, or name another network with --features.</source>
        <translation>--resize 指定了 {resize}，但域内分类器按其训练时的方式接收图片。请去掉 --resize，或用 --features 指定其他网络。</translation>
    </message>
    <message>
        <source>--size says {size}, but an in-domain classifier of a run takes its resolution, and one of other pictures {least} to {most}. Leave --size away, or give another one.</source>
        <translation>--size 指定了 {size}，但运行的域内分类器采用该运行的分辨率，其他图片的域内分类器采用 {least} 到 {most}。请去掉 --size，或给出其他值。</translation>
    </message>
    <message>
        <source>{count} of the {all} pictures of {set} cannot be read, and the next one that can counts in their place: the scores are not those of all of them. The standard error output names them. Put them back and evaluate again.</source>
        <translation>{set} 的 {all} 张图片中有 {count} 张无法读取，由其后可读取的图片代替计入：分数并非全部图片的分数。标准错误输出列出了它们。请恢复这些图片后重新评估。</translation>
    </message>
    <message>
        <source>{damaged} of the {count} images of {data} are damaged or missing, which is more than data.corrupt_limit = {limit} allows; the last is {image}. Put them back.</source>
        <translation>{data} 的 {count} 张图像中有 {damaged} 张损坏或缺失，超过了 data.corrupt_limit = {limit} 所允许的数量；最后一张是 {image}。请恢复它们。</translation>
    </message>
    <message>
        <source>{file} says that its features are {kind}, but only in-domain and in-domain-rotations are known of such files. Take the file as it was made.</source>
        <translation>{file} 声称其特征为 {kind}，但此类文件只支持 in-domain 和 in-domain-rotations。请使用原样生成的文件。</translation>
    </message>
    <message>
        <source>Step {step} is not evaluated, because the evaluation of step {running} still runs. Raise evaluation.every_steps or lower evaluation.count, or set evaluation.while to paused.</source>
        <translation>第 {step} 步未评估，因为第 {running} 步的评估仍在进行。请增大 evaluation.every_steps 或减小 evaluation.count，或将 evaluation.while 设为 paused。</translation>
    </message>
    <message>
        <source>The evaluation of step {step} failed: its process ended with code {code}. Its last words are in {log}.</source>
        <translation>第 {step} 步的评估失败：其进程以代码 {code} 结束。最后的输出在 {log} 中。</translation>
    </message>
    <message>
        <source>The evaluation of step {step} failed: its process was ended by signal {signal}. If the host has no memory left, lower evaluation.count or set evaluation.while to paused.</source>
        <translation>第 {step} 步的评估失败：其进程被信号 {signal} 终止。如果主机内存不足，请减小 evaluation.count 或将 evaluation.while 设为 paused。</translation>
    </message>
    <message>
        <source>The evaluation of step {step} failed: {reason}</source>
        <translation>第 {step} 步的评估失败：{reason}</translation>
    </message>
    <message>
        <source>The evaluation of step {step} still runs: ask again when it has ended.</source>
        <translation>第 {step} 步的评估仍在进行：请在其结束后再试。</translation>
    </message>
    <message>
        <source>What an evaluation printed</source>
        <translation>评估的输出</translation>
    </message>
    <message>
        <source>evaluation.best_by = {score} does not go with evaluation.metrics = {metrics}: {score} comes from the metric {metric}. Add {metric} to evaluation.metrics, or choose a score of one of these.</source>
        <translation>evaluation.best_by = {score} 与 evaluation.metrics = {metrics} 不相容：{score} 来自指标 {metric}。请将 {metric} 加入 evaluation.metrics，或选择其中某个指标的评分。</translation>
    </message>
    <message>
        <source>evaluation.features is empty, but scores need features. Set it to in-domain, or to a file or run folder that `gan-engine evaluate --features` takes.</source>
        <translation>evaluation.features 为空，但评分需要特征。请设为 in-domain，或设为 `gan-engine evaluate --features` 接受的文件或运行文件夹。</translation>
    </message>
    <message>
        <source>evaluation.metrics names {name} twice. Leave one of them away.</source>
        <translation>evaluation.metrics 中 {name} 出现了两次。请去掉其中一个。</translation>
    </message>
    <message>
        <source>evaluation.metrics names {name}, which is no metric. Write some of {metrics} between commas.</source>
        <translation>evaluation.metrics 中的 {name} 不是指标。请写出 {metrics} 中的若干个，以逗号分隔。</translation>
    </message>
    <message>
        <source>make a pipe for</source>
        <translation>创建管道</translation>
    </message>
    <message>
        <source>{score} has become much worse: {value} at step {step}, {best} at step {best_step}. The generator may have collapsed.</source>
        <translation>{score} 明显变差：第 {step} 步为 {value}，第 {best_step} 步为 {best}。生成器可能已坍塌。</translation>
    </message>
    <message>
        <source>{score} has not become better for {count} evaluations: {value} at step {step}, {best} at step {best_step}. Further training may be in vain.</source>
        <translation>{score} 已连续 {count} 次评估没有变好：第 {step} 步为 {value}，第 {best_step} 步为 {best}。继续训练可能已无益。</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. The program may have been replaced while the run trains: end the run and resume it.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过允许的 {limit}。程序可能在训练期间被替换：请结束运行并恢复。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). The program may have been replaced while the run trains: end the run and resume it.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。程序可能在训练期间被替换：请结束运行并恢复。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. The program may have been replaced while the run trains: end the run and resume it.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。程序可能在训练期间被替换：请结束运行并恢复。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. The program may have been replaced while the run trains: end the run and resume it.</source>
        <translation>{source} 已损坏：括号嵌套超过 {limit} 层。程序可能在训练期间被替换：请结束运行并恢复。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. The program may have been replaced while the run trains: end the run and resume it.</source>
        <translation>{source} 已损坏：其成员“{member}”应为{expected}，实际为 {found}。程序可能在训练期间被替换：请结束运行并恢复。</translation>
    </message>
    <message>
        <source>Running statistics of the networks are not finite, so their pictures are not worth a score. Roll back to a checkpoint before that.</source>
        <translation>网络的运行统计量不是有限数值，因此它们的图片不值得评分。请回滚到此前的检查点。</translation>
    </message>
    <message>
        <source>Over the network an evaluation takes {default} or what the run was made with ({own}), because {features} names a file of the engine&apos;s machine. Start it there: `gan-engine export start evaluation RUN`.</source>
        <translation>通过网络，评估只能使用 {default} 或该训练任务创建时的设置（{own}），因为 {features} 指的是引擎所在机器上的文件。请在那里启动：`gan-engine export start evaluation RUN`。</translation>
    </message>
    <message>
        <source>a list of texts, not too long</source>
        <translation>不太长的文本列表</translation>
    </message>
    <message>
        <source>a row of as many numbers as there are classes</source>
        <translation>与类别数相同个数的一行数字</translation>
    </message>
    <message>
        <source>as many rows as there are classes</source>
        <translation>与类别数相同的行数</translation>
    </message>
    <message>
        <source>names of files in its folder</source>
        <translation>其文件夹中的文件名</translation>
    </message>
    <message>
        <source>rows of whole numbers</source>
        <translation>由整数组成的行</translation>
    </message>
    <message>
        <source>{checkpoint} has no averaged weights, because the run averaged none (ema.enabled). Ask for the newest.</source>
        <translation>{checkpoint} 没有平均权重，因为该训练任务没有求平均（ema.enabled）。请改用最新权重。</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. Remove it, and evaluate that step again.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过允许的 {limit}。请将其删除，并重新评估该步。</translation>
    </message>
    <message>
        <source>{source} is damaged: it has {size} bytes, more than the {limit} that it may have. Remove it, and test the run again.</source>
        <translation>{source} 已损坏：它有 {size} 字节，超过允许的 {limit}。请将其删除，并重新测试该训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). Remove it, and evaluate that step again.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。请将其删除，并重新评估该步。</translation>
    </message>
    <message>
        <source>{source} is damaged: it is not JSON ({reason}). Remove it, and test the run again.</source>
        <translation>{source} 已损坏：它不是 JSON（{reason}）。请将其删除，并重新测试该训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. Remove it, and evaluate that step again.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。请将其删除，并重新评估该步。</translation>
    </message>
    <message>
        <source>{source} is damaged: it should be a JSON object. Remove it, and test the run again.</source>
        <translation>{source} 已损坏：它应为 JSON 对象。请将其删除，并重新测试该训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. Remove it, and evaluate that step again.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。请将其删除，并重新评估该步。</translation>
    </message>
    <message>
        <source>{source} is damaged: its brackets are nested deeper than {limit} levels. Remove it, and test the run again.</source>
        <translation>{source} 已损坏：其括号嵌套超过 {limit} 层。请将其删除，并重新测试该训练任务。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. Remove it, and evaluate that step again.</source>
        <translation>{source} 已损坏：其成员“{member}”应为 {expected}，实际为 {found}。请将其删除，并重新评估该步。</translation>
    </message>
    <message>
        <source>{source} is damaged: its member &quot;{member}&quot; should be {expected}; found {found}. Remove it, and test the run again.</source>
        <translation>{source} 已损坏：其成员“{member}”应为 {expected}，实际为 {found}。请将其删除，并重新测试该训练任务。</translation>
    </message>
    <message>
        <source>{weights} names no weights of a checkpoint: average and newest do.</source>
        <translation>{weights} 不是检查点的权重名称：可用 average 和 newest。</translation>
    </message>
    <message>
        <source>signal {number}</source>
        <translation>信号 {number}</translation>
    </message>
    <message>
        <source>code {number}</source>
        <translation>代码 {number}</translation>
    </message>
    <message>
        <source>by its engine</source>
        <translation>由引擎结束</translation>
    </message>
    <message>
        <source>the picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>the preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>A client explores in one call at a time, and this one does. End it first.</source>
        <translation>每个客户端同时只能有一个探索请求，此客户端已有一个。请先结束它。</translation>
    </message>
    <message>
        <source>A client has one call for pictures open at a time, besides exploring, and this one has. End it first, or wait for its end.</source>
        <translation>除探索之外，每个客户端同时只能有一个图片请求，此客户端已有一个。请先结束它，或等它结束。</translation>
    </message>
    <message>
        <source>Over the network {field} can be set to {default} or to what the run was made with ({now}) only, because it names a file of the engine&apos;s machine. Set it there: `gan-engine steer RUN set`.</source>
        <translation>通过网络只能把 {field} 设为 {default} 或该训练任务创建时的值（{now}），因为它指的是引擎所在机器上的文件。请在那里设置：`gan-engine steer RUN set`。</translation>
    </message>
    <message>
        <source>This program judges no pictures while it trains. `gan-engine evaluate {run}` scores the run&apos;s checkpoints.</source>
        <translation>此程序在训练时不评估图片。`gan-engine evaluate {run}` 可为该训练任务的检查点评分。</translation>
    </message>
    <message>
        <source>At step {step} neither network wins any more.</source>
        <translation>到第 {step} 步，两个网络不再有一方占上风。</translation>
    </message>
    <message>
        <source>At step {step} {series} is again what it was.</source>
        <translation>到第 {step} 步，{series} 已恢复到原来的水平。</translation>
    </message>
    <message>
        <source>Every picture is of one colour since step {since}, in {count} grids.</source>
        <translation>从第 {since} 步起，连续 {count} 张样本图中的每张图片都只有一种颜色。</translation>
    </message>
    <message>
        <source>Gradients explode since step {since}: {series} is {value}, and was {usual} before.</source>
        <translation>从第 {since} 步起梯度爆炸：{series} 为 {value}，之前为 {usual}。</translation>
    </message>
    <message>
        <source>Gradients vanish since step {since}: {series} is {value}, and was {usual} before. What has none does not learn.</source>
        <translation>从第 {since} 步起梯度消失：{series} 为 {value}，之前为 {usual}。没有梯度就学不到东西。</translation>
    </message>
    <message>
        <source>Pictures have lost their variety since step {since}: their pixels vary from one to the other by {percent} % of what those of real images do. The generator may have collapsed.</source>
        <translation>从第 {since} 步起图片失去了多样性：图片之间的像素变化只有真实图像的 {percent} %。生成器可能已坍塌。</translation>
    </message>
    <message>
        <source>The discriminator is beaten since step {since}: its loss is {loss}, D(x) {real}, D(G(z)) {fake}. The generator learns from it what is wrong.</source>
        <translation>从第 {since} 步起判别器落败：其损失为 {loss}，D(x) {real}，D(G(z)) {fake}。生成器从它那里学到的是错的。</translation>
    </message>
    <message>
        <source>The discriminator wins since step {since}: its loss is {loss}, D(x) {real}, D(G(z)) {fake}. The generator learns little from a judge that is always right.</source>
        <translation>从第 {since} 步起判别器完胜：其损失为 {loss}，D(x) {real}，D(G(z)) {fake}。生成器从永远正确的裁判那里学不到多少东西。</translation>
    </message>
    <message>
        <source>The disk of the run is full at {hour}, as it went in the last {minutes} min: {free} are left.</source>
        <translation>按最近 {minutes} 分钟的情况，训练任务所在的磁盘将在 {hour} 写满：还剩 {free}。</translation>
    </message>
    <message>
        <source>The labels of real and generated images are exchanged: the checkpoint of step {step} stays as the way back.</source>
        <translation>真实图像与生成图像的标签被对调：第 {step} 步的检查点会保留，以便回退。</translation>
    </message>
    <message>
        <source>The memory of the GPU is used up at {hour}, as it went in the last {minutes} min: {free} are left.</source>
        <translation>按最近 {minutes} 分钟的情况，GPU 的显存将在 {hour} 用尽：还剩 {free}。</translation>
    </message>
    <message>
        <source>The pictures of step {step} are again as they should be.</source>
        <translation>第 {step} 步的图片已恢复正常。</translation>
    </message>
    <message>
        <source>{checkpoint} is damaged: {file} cannot be read ({reason}). Continue from another checkpoint of the run.</source>
        <translation>{checkpoint} 已损坏：无法读取 {file}（{reason}）。请从该训练任务的另一个检查点继续。</translation>
    </message>
    <message>
        <source>{field} goes from {before} to {after}: the checkpoint of step {step} stays as the way back.</source>
        <translation>{field} 从 {before} 变为 {after}：第 {step} 步的检查点会保留，以便回退。</translation>
    </message>
    <message>
        <source>{percent} % of the pictures look like another one since step {since}. The generator may have collapsed.</source>
        <translation>从第 {since} 步起，{percent} % 的图片与另一张图片看起来一样。生成器可能已坍塌。</translation>
    </message>
    <message>
        <source>{series} has left its history since step {since}: it is {value}, and was {usual} at most.</source>
        <translation>{series} 从第 {since} 步起偏离了以往：现为 {value}，以往最多为 {usual}。</translation>
    </message>
    <message>
        <source>{series} is beyond all bounds since step {since}: it is {value}, and no more than {usual} while the discriminator tells nothing apart.</source>
        <translation>{series} 从第 {since} 步起超出一切界限：现为 {value}，而判别器什么都分不清时也不过 {usual}。</translation>
    </message>
    <message>
        <source>A run may have {limit} tags, these are {tags}. Choose fewer.</source>
        <translation>一个训练任务最多可有 {limit} 个标签，现有 {tags} 个。请减少。</translation>
    </message>
    <message>
        <source>A run&apos;s {member} may have {limit} letters, these are {letters}. Choose fewer.</source>
        <translation>训练任务的 {member} 最多可有 {limit} 个字符，现有 {letters} 个。请缩短。</translation>
    </message>
    <message>
        <source>It is no JSON: {reason}.</source>
        <translation>它不是 JSON：{reason}。</translation>
    </message>
    <message>
        <source>It is no ordinary file.</source>
        <translation>它不是普通文件。</translation>
    </message>
    <message>
        <source>It should hold a JSON object, not a list.</source>
        <translation>它应含有一个 JSON 对象，而不是列表。</translation>
    </message>
    <message>
        <source>Its member {member} should be of the type {expected}.</source>
        <translation>其成员 {member} 的类型应为 {expected}。</translation>
    </message>
    <message>
        <source>evaluation.device = {device} does not go with evaluation.processes = {processes}: it names {count} GPU(s), and each process computes on one. Name one for each process, the same one again where they are to share it, or set evaluation.processes to 0.</source>
        <translation>evaluation.device = {device} 与 evaluation.processes = {processes} 不相容：前者列出 {count} 个 GPU，而每个进程使用一个。请为每个进程各列一个（需要共用时重复同一编号），或将 evaluation.processes 设为 0。</translation>
    </message>
    <message>
        <source>evaluation.device = {device} is no device for evaluations: expected cpu, auto or numbers of GPUs as in 0 or 0,1. Set it to one of these.</source>
        <translation>evaluation.device = {device} 不是可用于评估的设备：应为 cpu、auto 或 GPU 编号，如 0 或 0,1。请设为其中之一。</translation>
    </message>
    <message>
        <source>{path} cannot be used: {reason} It holds name, note and tags of the run, nothing of its training: mend it, or move it away.</source>
        <translation>无法使用 {path}：{reason} 它只含训练任务的名称、备注和标签，不涉及训练：请修好它，或把它移走。</translation>
    </message>
    <message>
        <source>{path} is no run any more: it has no run.yaml.</source>
        <translation>{path} 已不再是训练任务：其中没有 run.yaml。</translation>
    </message>
    <message>
        <source>{path} stays where it is: it cannot be moved to the bin, because its disk has none or the folder around it may not be changed. Change its rights, or remove it yourself.</source>
        <translation>{path} 留在原处：无法移到回收站，因为所在磁盘没有回收站，或不允许更改其上级文件夹。请更改权限，或自行删除。</translation>
    </message>
    <message>
        <source>{path} stays where it is: its lock was renewed within the last minutes, so that somebody trains it. Stop that first.</source>
        <translation>{path} 留在原处：它的锁在最近几分钟内更新过，说明有程序正在训练它。请先停止。</translation>
    </message>
    <message>
        <source>{path} stays where it is: process {pid} on {host} trains it. Stop that first.</source>
        <translation>{path} 留在原处：{host} 上的进程 {pid} 正在训练它。请先停止。</translation>
    </message>
    <message>
        <source>Images can be near to a picture by pixels or by features, not by {name}. Choose one of these.</source>
        <translation>图像与图片的接近程度可以按 pixels（像素）或 features（特征）衡量，不能按 {name}。请选择其中之一。</translation>
    </message>
    <message>
        <source>Pictures for clients are to have {share} of the memory of {device} (sampler.memory_mib) and a fifth more is to be left, but only {left} are free there. Make room, lower it, or set sampler.device to cpu.</source>
        <translation>为客户端生成图片需要 {device} 的 {share} 显存（sampler.memory_mib），并且还要多留五分之一，但那里只剩 {left}。请腾出显存、调低该值，或把 sampler.device 设为 cpu。</translation>
    </message>
    <message>
        <source>The GPU has no memory left for these pictures. Ask for fewer or smaller ones, or set sampler.device to cpu.</source>
        <translation>GPU 已没有显存来生成这些图片。请减少图片数量或尺寸，或把 sampler.device 设为 cpu。</translation>
    </message>
    <message>
        <source>There is no feature network of these training images on this machine yet: `gan-engine evaluate RUN` makes one and keeps it. Or compare pixels.</source>
        <translation>这台机器上还没有这些训练图像的特征网络：`gan-engine evaluate RUN` 会训练一个并保存下来。也可以改为比较像素。</translation>
    </message>
    <message>
        <source>These pictures take more than the {share} of the GPU&apos;s memory that sampler.memory_mib leaves them. Ask for fewer or smaller ones, raise it, or set sampler.device to cpu.</source>
        <translation>这些图片需要的显存超过 sampler.memory_mib 给出的 {share}。请减少图片数量或尺寸、调高该值，或把 sampler.device 设为 cpu。</translation>
    </message>
    <message>
        <source>seconds since 1970</source>
        <translation>自 1970 年起的秒数</translation>
    </message>
    <message>
        <source>that of its folder</source>
        <translation>与其文件夹相同的编号</translation>
    </message>
    <message>
        <source>{device} cannot be used: {reason}. Set sampler.device to cpu.</source>
        <translation>无法使用 {device}：{reason}。请把 sampler.device 设为 cpu。</translation>
    </message>
    <message>
        <source>&apos;{target}&apos; is not where an engine can be: {reason}. Give a run folder, unix:/path, tls://HOST:PORT or ssh://[user@]host/path.</source>
        <translation>“{target}”不是引擎可能所在的位置：{reason}。请给出训练任务文件夹、unix:/path、tls://HOST:PORT 或 ssh://[user@]host/path。</translation>
    </message>
    <message>
        <source>--for {text} is not a time for which a token can be good: write a number and s, m, h or d, as in 8h, up to 366d.</source>
        <translation>--for {text} 不是令牌可用的有效期：请写数字加 s、m、h 或 d，例如 8h，最长 366d。</translation>
    </message>
    <message>
        <source>A small picture of a sample has sides of at most {most} pixels, not {side}. Ask for fewer, or for the file.</source>
        <translation>样本缩略图的边长最多为 {most} 像素，而不是 {side}。请要求更小的尺寸，或取整个文件。</translation>
    </message>
    <message>
        <source>Another run ({found}) answers where the one that was watched ({wanted}) did. Open it anew.</source>
        <translation>原来观看的训练任务（{wanted}）所在之处，现在由另一个训练任务（{found}）应答。请重新打开。</translation>
    </message>
    <message>
        <source>At {address} the certificate {shown} is shown and not {expected}: another run&apos;s engine listens there now, or somebody stands between. Ask the run&apos;s owner, and attach with tls://{address}#FINGERPRINT.</source>
        <translation>{address} 出示的证书是 {shown}，而不是 {expected}：现在可能是另一个训练任务的引擎在那里监听，也可能有人介于中间。请询问训练任务的所有者，并用 tls://{address}#FINGERPRINT 连接。</translation>
    </message>
    <message>
        <source>Computing moments on {size} processes has ended because {what}. Give the same command again when the cause is gone: what they have computed is kept.</source>
        <translation>用 {size} 个进程计算矩的工作已结束，因为 {what}。原因消除后请再次执行同一命令：它们已算出的结果会保留。</translation>
    </message>
    <message>
        <source>Many runs are reached over this connection, and the call does not say which one it is for. Name its folder: ssh://host/path/to/run.</source>
        <translation>通过此连接可访问许多训练任务，而此调用没有说明针对哪一个。请写出其文件夹：ssh://host/path/to/run。</translation>
    </message>
    <message>
        <source>No small picture could be made of {source}.</source>
        <translation>无法生成 {source} 的缩略图。</translation>
    </message>
    <message>
        <source>Nobody can answer for {run}: {words}</source>
        <translation>没有程序能应答 {run}：{words}</translation>
    </message>
    <message>
        <source>Nothing came from {host} by ssh for {seconds} s. The network or the host may be very slow or cut off; try again, or try `ssh` by hand.</source>
        <translation>已有 {seconds} 秒没有通过 ssh 从 {host} 收到任何内容。网络或主机可能很慢或已断开；请重试，或手动运行 `ssh`。</translation>
    </message>
    <message>
        <source>OpenSSL did not begin a connection.</source>
        <translation>OpenSSL 未能开始连接。</translation>
    </message>
    <message>
        <source>Over the network this engine answers only those who show a token. Let the run&apos;s owner make one with `gan-engine token`.</source>
        <translation>通过网络连接时，此引擎只答复出示令牌的客户端。请让该训练任务的所有者用 `gan-engine token` 生成一个。</translation>
    </message>
    <message>
        <source>Pictures have lost their variety between step {varied} and step {step}: their features vary from one to the other by {percent} % of what those of real images do. The generator may have collapsed.</source>
        <translation>图片在第 {varied} 步与第 {step} 步之间失去了多样性：图片之间特征的差异只有真实图像的 {percent} %。生成器可能已经崩溃。</translation>
    </message>
    <message>
        <source>The certificate of the engine at {address} was not recognised, and nothing was sent to it.</source>
        <translation>位于 {address} 的引擎的证书未获确认，没有向它发送任何内容。</translation>
    </message>
    <message>
        <source>The certificate of the engine is damaged. Take certificate.pem of the run&apos;s folder access/ again.</source>
        <translation>引擎的证书已损坏。请重新取用训练任务 access/ 文件夹中的 certificate.pem。</translation>
    </message>
    <message>
        <source>The engine at {address} answers those who show a token, and none is known here. Let the run&apos;s owner make one with `gan-engine token`, and give it in the variable GAN_TOKEN.</source>
        <translation>位于 {address} 的引擎只答复出示令牌者，而这里没有令牌。请让该训练任务的所有者用 `gan-engine token` 生成一个，并用变量 GAN_TOKEN 给出。</translation>
    </message>
    <message>
        <source>The engine at {address} shows the certificate {fingerprint}, by which nobody has recognised it here. If `gan-engine token` prints the same beside its run, attach with tls://{address}#{fingerprint}.</source>
        <translation>位于 {address} 的引擎出示证书 {fingerprint}，这里尚无人确认过它。如果 `gan-engine token` 在训练任务所在机器上打印出相同的指纹，请用 tls://{address}#{fingerprint} 连接。</translation>
    </message>
    <message>
        <source>The engine does not know this token: it is another run&apos;s, or was revoked. Let the run&apos;s owner make one with `gan-engine token`.</source>
        <translation>引擎不认识此令牌：它属于另一个训练任务，或已被撤销。请让该训练任务的所有者用 `gan-engine token` 生成一个。</translation>
    </message>
    <message>
        <source>The engine of {path} runs on {host} in the Slurm job {job}, but a step beside it that leads there did not begin: {reason}</source>
        <translation>{path} 的引擎在 {host} 上的 Slurm 作业 {job} 中运行，但通向那里的作业步未能启动：{reason}</translation>
    </message>
    <message>
        <source>The engine speaks version {engine} of the protocol, and curves that come raw and smoothed together, or without times, came with {since}: update the engine, or ask for each by itself.</source>
        <translation>引擎使用协议版本 {engine}，而原始与平滑曲线一同发送、或不带时间的曲线自 {since} 起才有：请更新引擎，或分别请求。</translation>
    </message>
    <message>
        <source>The engine speaks version {engine} of the protocol, and small pictures of samples came with {since}: update the engine, or take the pictures whole.</source>
        <translation>引擎使用协议版本 {engine}，而样本缩略图自 {since} 起才有：请更新引擎，或取完整图片。</translation>
    </message>
    <message>
        <source>The gan-engine of {host} says: {reason}</source>
        <translation>{host} 的 gan-engine 报告：{reason}</translation>
    </message>
    <message>
        <source>The key of {host} is not known, and it was not said that it is the right one. Log in with `ssh` once and compare it, or answer yes when you are asked.</source>
        <translation>{host} 的密钥未知，也没有确认它是正确的。请先用 `ssh` 登录一次并核对密钥，或在询问时回答“是”。</translation>
    </message>
    <message>
        <source>The login to {host} by ssh ended before its gan-engine answered ({reason}). Try `ssh` by hand.</source>
        <translation>通过 ssh 登录 {host} 的连接在其 gan-engine 应答之前已结束（{reason}）。请手动运行 `ssh`。</translation>
    </message>
    <message>
        <source>The login to {host} was given up, because its question was not answered.</source>
        <translation>已放弃登录 {host}，因为它的提问没有得到回答。</translation>
    </message>
    <message>
        <source>The memory that the run may take is used up at {hour}, as it went in the last {minutes} min: {free} are left.</source>
        <translation>按最近 {minutes} 分钟的情况，此运行可用的内存将在 {hour} 用尽：还剩 {free}。</translation>
    </message>
    <message>
        <source>The run in {path} is another one ({found}) than the one that was watched there ({wanted}). Open it anew.</source>
        <translation>{path} 中的训练任务（{found}）不是先前在那里观看的那一个（{wanted}）。请重新打开。</translation>
    </message>
    <message>
        <source>The runs of another machine are listed and started by ssh only, and {target} leads to one run. Name the machine as ssh://host/folder.</source>
        <translation>其他机器上的训练任务只能通过 ssh 列出和启动，而 {target} 只通向一个训练任务。请以 ssh://host/folder 的形式给出该机器。</translation>
    </message>
    <message>
        <source>The scores of step {step} are no longer much worse than the best ones.</source>
        <translation>第 {step} 步的评分不再明显差于最佳评分。</translation>
    </message>
    <message>
        <source>There is no folder in which the engine at {address} could be remembered. Set HOME or XDG_CONFIG_HOME.</source>
        <translation>没有可以记住位于 {address} 的引擎的文件夹。请设置 HOME 或 XDG_CONFIG_HOME。</translation>
    </message>
    <message>
        <source>There is no host by the name of {host} that could be found from here. Check its spelling and the network; a short name needs an entry in ~/.ssh/config.</source>
        <translation>从这里找不到名为 {host} 的主机。请检查拼写和网络；简称需要在 ~/.ssh/config 中有相应条目。</translation>
    </message>
    <message>
        <source>This connection leads to one run. The runs of its machine are listed and started by ssh only: name the machine as ssh://host/folder.</source>
        <translation>此连接只通向一个训练任务。该机器上的训练任务只能通过 ssh 列出和启动：请以 ssh://host/folder 的形式给出该机器。</translation>
    </message>
    <message>
        <source>This connection made more calls than the {count} a second that are answered over the network. Wait, then ask again.</source>
        <translation>此连接的调用超过了网络上每秒答复的 {count} 次。请稍候再试。</translation>
    </message>
    <message>
        <source>it ended the connection</source>
        <translation>它结束了连接</translation>
    </message>
    <message>
        <source>it is not a plain file</source>
        <translation>它不是普通文件</translation>
    </message>
    <message>
        <source>it shows no certificate</source>
        <translation>它没有出示证书</translation>
    </message>
    <message>
        <source>nothing came from it for a minute</source>
        <translation>一分钟内没有收到任何内容</translation>
    </message>
    <message>
        <source>others may open it</source>
        <translation>其他人可以打开它</translation>
    </message>
    <message>
        <source>the fingerprint behind # is not the 64 hexadecimal digits of a SHA-256</source>
        <translation># 后的指纹不是 SHA-256 的 64 位十六进制数字</translation>
    </message>
    <message>
        <source>watch or steer</source>
        <translation>watch 或 steer</translation>
    </message>
    <message>
        <source>whoever listens there does not speak TLS</source>
        <translation>在那里监听的程序不使用 TLS</translation>
    </message>
    <message>
        <source>{count} runs have been asked for over this connection, which is the most. Connect anew.</source>
        <translation>通过此连接已请求了 {count} 个训练任务，已达上限。请重新连接。</translation>
    </message>
    <message>
        <source>{host} cannot be reached by ssh ({reason}). Check that it runs and that the network or VPN leads to it, then try again.</source>
        <translation>无法通过 ssh 连接 {host}（{reason}）。请确认它正在运行且网络或 VPN 可达，然后重试。</translation>
    </message>
    <message>
        <source>{host} cannot be reached: {reason} Install ssh, or name another program in GAN_SSH.</source>
        <translation>无法连接 {host}：{reason}请安装 ssh，或在 GAN_SSH 中指定其他程序。</translation>
    </message>
    <message>
        <source>{host} did not let you in ({reason}). Check the user&apos;s name and the password, or give ssh the key that the host knows.</source>
        <translation>{host} 拒绝登录（{reason}）。请检查用户名和密码，或让 ssh 使用该主机认可的密钥。</translation>
    </message>
    <message>
        <source>{host} let you in, but has no {engine} that can be run there ({reason}). Install GAN Studio on it, or name the program&apos;s path: in the window under Engine there, elsewhere in GAN_REMOTE_ENGINE.</source>
        <translation>已登录 {host}，但那里没有可运行的 {engine}（{reason}）。请在该机器上安装 GAN Studio，或指定程序路径：在窗口中填入“那里的引擎”，其他情况下用 GAN_REMOTE_ENGINE。</translation>
    </message>
    <message>
        <source>{host} says &quot;{words}&quot; where its gan-engine should speak. Let the shell&apos;s start files there (~/.bashrc) print only for interactive shells.</source>
        <translation>{host} 在其 gan-engine 应答的位置输出了“{words}”。请让那里的 shell 启动文件（~/.bashrc）只在交互式 shell 中输出。</translation>
    </message>
    <message>
        <source>{host} shows another key than the one that is known of it: it was set up anew, or somebody else answers in its name. Ask who runs it, and if it is right remove the old key with `ssh-keygen -R`.</source>
        <translation>{host} 出示的密钥与已知的不同：它可能被重新安装，也可能有人冒名应答。请询问其管理者；若确属正常，用 `ssh-keygen -R` 删除旧密钥。</translation>
    </message>
    <message>
        <source>{key} is what {run} was made with. To train it further than that: `gan-engine resume {run} --steps N`, with N the iterations in all.</source>
        <translation>{key} 是 {run} 建立时的设定。若要训练得更久：`gan-engine resume {run} --steps N`，其中 N 为总迭代次数。</translation>
    </message>
    <message>
        <source>{key} stays as it is where {run} goes on. Make a run that has it otherwise: `gan-engine branch {run} --out FOLDER --set {key}={value}`.</source>
        <translation>{run} 继续训练时 {key} 保持不变。若要使用不同的值，请新建训练任务：`gan-engine branch {run} --out FOLDER --set {key}={value}`。</translation>
    </message>
    <message>
        <source>{path} does not say by which certificate the engine at {address} is known. Remove it; you are asked again.</source>
        <translation>{path} 没有说明以哪个证书识别位于 {address} 的引擎。请删除它；之后会再次询问您。</translation>
    </message>
    <message>
        <source>{path} holds no token {id}. `gan-engine token RUN --list` says which there are.</source>
        <translation>{path} 中没有令牌 {id}。`gan-engine token RUN --list` 会列出已有的令牌。</translation>
    </message>
    <message>
        <source>{path} holds {count} tokens already, which is the most. Revoke one with `gan-engine token RUN --revoke ID`; --list says which there are.</source>
        <translation>{path} 中已有 {count} 个令牌，达到上限。请用 `gan-engine token RUN --revoke ID` 撤销一个；--list 会列出已有的令牌。</translation>
    </message>
    <message>
        <source>{path} is no path that begins with / on that machine, or below a home folder that is known there. Name the whole path, as in ssh://host/path/to/run.</source>
        <translation>{path} 不是该机器上以 / 开头的路径，也不在那里已知的主目录之下。请写出完整路径，例如 ssh://host/path/to/run。</translation>
    </message>
    <message>
        <source>{path} is to hold what only its owner may use, but {reason}. Somebody may have read it: remove it, and start again.</source>
        <translation>{path} 用于存放只有其所有者可用的内容，但{reason}。可能已有人读取过它：请删除它并重新启动。</translation>
    </message>
    <message>
        <source>distributed.placement = {placement}: each of the {count} processes would take the same GPUs. Train with one process, or leave distributed.placement empty.</source>
        <translation>distributed.placement = {placement}：{count} 个进程会使用同样的 GPU。请用一个进程训练，或让 distributed.placement 留空。</translation>
    </message>
    <message>
        <source>distributed.placement = {text}: {why} Write auto, devices as in 0+1 or cpu+cpu for both networks, or as in generator=0,discriminator=1 for each; a stage that is to begin with a certain block is written BLOCK:DEVICE.</source>
        <translation>distributed.placement = {text}：{why} 请写 auto，或像 0+1、cpu+cpu 那样为两个网络写设备，或像 generator=0,discriminator=1 那样分别写；要从某个块开始的段写作 块:设备。</translation>
    </message>
    <message>
        <source>distributed.placement begins a stage of the {network} with {block}, but its blocks are {known}. Name one of these.</source>
        <translation>distributed.placement 让 {network} 的一段从 {block} 开始，但它的块是 {known}。请写其中之一。</translation>
    </message>
    <message>
        <source>distributed.placement begins stage {number} of the {network} with {block}, but the first stage begins with the first block and each with a later one than that before it. The blocks are, in their order, {known}.</source>
        <translation>distributed.placement 让 {network} 的第 {number} 段从 {block} 开始，但第一段须从第一个块开始，之后每段须从更靠后的块开始。各块依次为 {known}。</translation>
    </message>
    <message>
        <source>distributed.placement cuts the {network} into {stages} stages, but it has {count} blocks: {known}. Name fewer devices.</source>
        <translation>distributed.placement 把 {network} 切成 {stages} 段，但它只有 {count} 个块：{known}。请写较少的设备。</translation>
    </message>
    <message>
        <source>distributed.placement names {device}, but this process sees {count} GPU(s), counted from 0. Name devices that there are, and begin with --devices 0, so that GPUs are looked for.</source>
        <translation>distributed.placement 写了 {device}，但此进程看到 {count} 个 GPU（从 0 数起）。请写存在的设备，并用 --devices 0 启动，以便查找 GPU。</translation>
    </message>
    <message>
        <source>some stages say with which block they begin, and others do not.</source>
        <translation>有些段写明了从哪个块开始，有些没有写。</translation>
    </message>
    <message>
        <source>the networks have blocks of their own, so say whose these are.</source>
        <translation>两个网络各有自己的块，请写明这些块属于哪个网络。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: 16 bits are of one kind of device. Set training.precision to float32, or name GPUs only or the CPU only.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：16 位计算只能在一种设备上进行。请把 training.precision 设为 float32，或只写 GPU，或只写 CPU。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: a captured graph is of one device. Set training.cuda_graph to false, or leave distributed.placement empty.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：捕获的图只属于一个设备。请把 training.cuda_graph 设为 false，或让 distributed.placement 留空。</translation>
    </message>
    <message>
        <source>Disk and memory are not seen to run out any more.</source>
        <translation>磁盘和内存看来不会再用尽。</translation>
    </message>
    <message>
        <source>--devices names {devices} for a process, but distributed.placement is {placement}. Name one device for each process, or leave distributed.placement empty.</source>
        <translation>--devices 为一个进程写了 {devices}，但 distributed.placement 是 {placement}。请为每个进程写一个设备，或把 distributed.placement 留空。</translation>
    </message>
    <message>
        <source>--devices {devices} names devices of {count} processes, but this is process {number} of its machine, counted from 0. Name as many groups as there are processes on a machine.</source>
        <translation>--devices {devices} 写了 {count} 个进程的设备，而这是本机的第 {number} 个进程（从 0 数起）。请写与本机进程数相同的组数。</translation>
    </message>
    <message>
        <source>--processes {asked}, but --devices {devices} names the devices of {count} process(es). Leave --processes out, or name as many groups.</source>
        <translation>给了 --processes {asked}，但 --devices {devices} 写的是 {count} 个进程的设备。请去掉 --processes，或写同样多的组。</translation>
    </message>
    <message>
        <source>distributed.stages = {stages}: each copy of the networks is held by {stages} processes, and {processes} cannot be divided so. Train with --processes {example} or a multiple of {stages}, or set distributed.stages to 1.</source>
        <translation>distributed.stages = {stages}：每份网络由 {stages} 个进程共同持有，{processes} 个进程无法这样划分。请用 --processes {example} 或 {stages} 的倍数训练，或把 distributed.stages 设为 1。</translation>
    </message>
    <message>
        <source>distributed.stages = {stages}: the {network} has {count} blocks with weights ({known}), and each stage needs one. Lower distributed.stages to {count} or less.</source>
        <translation>distributed.stages = {stages}：{network} 有 {count} 个带权重的块（{known}），每段至少需要一个。请把 distributed.stages 降到 {count} 或更小。</translation>
    </message>
    <message>
        <source>{device} is not a device: expected auto, cpu, all, free or free:2, or the numbers of GPUs, as in 0, cuda:0 or 0,1, and with several for each process 0+1,2+3.</source>
        <translation>{device} 不是设备：应为 auto、cpu、all、free 或 free:2，或 GPU 编号，如 0、cuda:0 或 0,1；每个进程用多个设备时写作 0+1,2+3。</translation>
    </message>
    <message>
        <source>{device} is to hold {bytes} ({weights} of weights, {optimizer} of gradients and moments, {activations} of activations), where {free} are free. Cut the networks into more parts (distributed.placement, distributed.stages), or lower data.batch_size.</source>
        <translation>{device} 需要容纳 {bytes}（权重 {weights}，梯度和矩 {optimizer}，激活 {activations}），而那里只有 {free} 空闲。请把网络切成更多部分（distributed.placement、distributed.stages），或调低 data.batch_size。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: a captured graph is of one device. Set training.cuda_graph to false, or distributed.stages to 1.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：捕获的图只属于一个设备。请把 training.cuda_graph 设为 false，或把 distributed.stages 设为 1。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: the one cuts networks among the devices of one process, the other among processes, each with its own device. Leave distributed.placement empty, or set distributed.stages to 1.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：前者把网络切分到一个进程的多个设备上，后者切分到各有自己设备的多个进程上。请把 distributed.placement 留空，或把 distributed.stages 设为 1。</translation>
    </message>
    <message>
        <source>A film of the format {format} has sides of at most {most} pixels, and these are {side}. Take a smaller zoom.</source>
        <translation>格式为 {format} 的影片边长至多 {most} 像素，而这里是 {side}。请减小放大倍数。</translation>
    </message>
    <message>
        <source>The engine ended while it looked at the images. Its last words: {words}</source>
        <translation>引擎在查看图像时结束了。它最后的话：{words}</translation>
    </message>
    <message>
        <source>The engine speaks version {engine} of the protocol, and curves of the runs that a branch descends from came with {since}: update the engine, or do without.</source>
        <translation>引擎使用协议版本 {engine}，而分支所源自的训练任务的曲线自 {since} 起才有：请更新引擎，或不使用这些曲线。</translation>
    </message>
    <message>
        <source>The other computer has ended the list of its runs.</source>
        <translation>另一台计算机结束了其训练任务列表。</translation>
    </message>
    <message>
        <source>The report on the images is longer than {limit}, and was not read. Look at a part of them, or run `gan-engine data inspect` in a shell there.</source>
        <translation>关于图像的报告超过 {limit}，未读取。请只查看其中一部分，或在那台计算机的终端中运行 `gan-engine data inspect`。</translation>
    </message>
    <message>
        <source>The weights of the checkpoint could not be read within {time}: its disk does not answer in time. Ask again later.</source>
        <translation>未能在 {time} 内读完该检查点的权重：其磁盘没有及时响应。请稍后再试。</translation>
    </message>
    <message>
        <source>model.classes is {classes}, but {data} has images of {present} classes: what the generator makes of the others is compared with no real image. In a new run, set it to auto.</source>
        <translation>model.classes 为 {classes}，但 {data} 只有 {present} 个类别的图像：生成器为其余类别生成的图像没有真实图像可以比较。新建训练任务时请将其设为 auto。</translation>
    </message>
    <message>
        <source>the training computes on a GPU, but pictures for who asks are made on the CPU, with sampler.threads={threads}; sampler.device=auto takes a part of the GPU, sampler.memory_mib says how much of its memory</source>
        <translation>训练在 GPU 上进行，而为请求者生成图片使用 CPU（sampler.threads={threads}）；sampler.device=auto 会使用一部分 GPU，sampler.memory_mib 决定占用多少显存</translation>
    </message>
    <message>
        <source>{command} does not look at images; what can be asked of another machine&apos;s is data inspect and data tune with their options.</source>
        <translation>{command} 不是查看图像的命令；对另一台计算机上的图像只能要求 data inspect 和 data tune 及其选项。</translation>
    </message>
    <message>
        <source>{file} has gone while pictures of it were made: the run keeps that checkpoint no longer. Ask for another step.</source>
        <translation>生成图片期间 {file} 已不存在：训练不再保留该检查点。请选用其他步数。</translation>
    </message>
    <message>
        <source>{first} = {first_value} does not go with {second} = {second_value}: it makes images of {sizes} px.</source>
        <translation>{first} = {first_value} 与 {second} = {second_value} 不相容：该模型生成 {sizes} 像素的图像。</translation>
    </message>
    <message>
        <source>An engine has {run} and does not answer yet. Ask again in a moment.</source>
        <translation>已有引擎占用 {run}，但尚未响应。请稍后再试。</translation>
    </message>
    <message>
        <source>evaluation.count = {count} does not go with evaluation.metrics = {metrics}: {metric} needs at least {least} pictures. Raise evaluation.count, or leave {metric} away.</source>
        <translation>evaluation.count = {count} 与 evaluation.metrics = {metrics} 不相容：{metric} 至少需要 {least} 张图片。请增大 evaluation.count，或去掉 {metric}。</translation>
    </message>
    <message>
        <source>evaluation.metrics = {metrics} does not go with model.classes = 0: intra-fid compares classes. Leave intra-fid away, or train with classes.</source>
        <translation>evaluation.metrics = {metrics} 与 model.classes = 0 不相容：intra-fid 按类别比较。请去掉 intra-fid，或带类别训练。</translation>
    </message>
    <message>
        <source>it does not say of which step the checkpoint is</source>
        <translation>它没有指明是哪一步的检查点</translation>
    </message>
    <message>
        <source>{command} starts no training; what can be started on another machine is train, resume and branch with their options.</source>
        <translation>{command} 不会启动训练；在其他机器上可以启动的是 train、resume 和 branch 及其选项。</translation>
    </message>
    <message>
        <source>distributed.stages = {stages}: each copy of the networks is held by {stages} processes, and the job&apos;s {tasks} cannot be divided so. Ask with --nodes, --tasks-per-node or --gpus-per-node for a multiple of {stages}, or set distributed.stages to 1.</source>
        <translation>distributed.stages = {stages}：每份网络由 {stages} 个进程持有，而作业的 {tasks} 个进程无法这样均分。请用 --nodes、--tasks-per-node 或 --gpus-per-node 申请 {stages} 的倍数，或将 distributed.stages 设为 1。</translation>
    </message>
    <message>
        <source>{step} does not say which checkpoint is to be kept: expected its step, such as 1500. `gan-engine status RUN` lists them.</source>
        <translation>{step} 没有指明要保留哪个检查点：应为其步数，例如 1500。`gan-engine status RUN` 会列出它们。</translation>
    </message>
    <message>
        <source>--pipeline-sweep measures networks in stages, but nothing says that there are any. Say where they compute: with --devices 0+1 or --set distributed.placement=0+1 in one process, or with --processes 2 --set distributed.stages=2 in a process each.</source>
        <translation>--pipeline-sweep 测量分段的网络，但没有任何设置说明网络是分段的。请说明各段在哪里计算：在一个进程中用 --devices 0+1 或 --set distributed.placement=0+1，或用 --processes 2 --set distributed.stages=2 让每段各用一个进程。</translation>
    </message>
    <message>
        <source>A global batch of {batch} images cannot be shared out evenly between {copies} copies of the networks, one for each process or for as many as distributed.stages says. Take {near}, or another number of processes.</source>
        <translation>每批共 {batch} 张图像的全局批次无法平均分给 {copies} 份网络（每个进程一份，或按 distributed.stages 由若干进程共用一份）。请改为 {near}，或使用其他进程数。</translation>
    </message>
    <message>
        <source>Nothing here trains what the configuration asks for. Please report this.</source>
        <translation>这里没有什么能训练该配置所要求的内容。请报告此问题。</translation>
    </message>
    <message>
        <source>Nothing is known of the objective {name}.</source>
        <translation>不认识目标函数 {name}。</translation>
    </message>
    <message>
        <source>The engine ended before Slurm had answered. Its last words: {words}</source>
        <translation>引擎在 Slurm 回答之前结束了。它最后的话：{words}</translation>
    </message>
    <message>
        <source>What Slurm answered there is longer than {limit}, and was not read. Ask with `gan-engine slurm` in a shell there.</source>
        <translation>那里的 Slurm 的回答超过 {limit}，未读取。请在那台计算机的终端中用 `gan-engine slurm` 查询。</translation>
    </message>
    <message>
        <source>What gan-engine says at {host} is not what was asked of its Slurm. Use one of the same version there.</source>
        <translation>{host} 上的 gan-engine 的回答不是向其 Slurm 所查询的内容。请在那里使用相同版本的 gan-engine。</translation>
    </message>
    <message>
        <source>{command} is nothing that the Slurm of another machine is asked; that is slurm script, slurm submit, slurm jobs and slurm cancel with their options.</source>
        <translation>{command} 不是可以向另一台计算机的 Slurm 提出的请求；可用的是 slurm script、slurm submit、slurm jobs 和 slurm cancel 及其选项。</translation>
    </message>
    <message>
        <source>Its engine did not tell all of it.</source>
        <translation>其引擎没有讲完。</translation>
    </message>
    <message>
        <source>Its engine did not tell all of it: {reason}</source>
        <translation>其引擎没有讲完：{reason}</translation>
    </message>
    <message>
        <source>The devices {devices} would compute pictures in {stages} stages, but the generator has {count} blocks ({known}). Name fewer devices.</source>
        <translation>设备 {devices} 会把图像的计算分成 {stages} 段，但生成器只有 {count} 个块（{known}）。请减少设备数。</translation>
    </message>
    <message>
        <source>evaluation.device = {device} names several devices for a process, but an evaluation beside a training computes in one piece: a training in stages needs the memory of its devices itself. Set it to cpu, or score the run after its training, with `gan-engine evaluate RUN --device 0+1`.</source>
        <translation>evaluation.device = {device} 为一个进程指定了多个设备，但训练期间的评估不分段计算：分段的训练自己需要这些设备的内存。请设为 cpu，或在训练结束后用 `gan-engine evaluate RUN --device 0+1` 为该运行评分。</translation>
    </message>
    <message>
        <source>{devices} names several devices for a process, but only training and a generator that makes pictures are cut into stages: classifiers and networks of features compute in one piece. Name one device for each process.</source>
        <translation>{devices} 为一个进程指定了多个设备，但只有训练和生成图像的生成器会被分段：分类器和特征网络不分段计算。请为每个进程指定一个设备。</translation>
    </message>
    <message>
        <source>Evaluations rest from step {step} on, because none could be made: {reason}</source>
        <translation>自第 {step} 步起不再评估，因为任何一次评估都无法进行：{reason}</translation>
    </message>
    <message>
        <source>Gradients vanish since step {since}: {series} is {value}. What has none does not learn.</source>
        <translation>从第 {since} 步起梯度消失：{series} 为 {value}。没有梯度就学不到东西。</translation>
    </message>
    <message>
        <source>Its engine tells more than {limit} of scores, which are not taken in.</source>
        <translation>其引擎给出的评分超过 {limit}，未予接收。</translation>
    </message>
    <message>
        <source>The device {device} cannot be used: {why} Name cpu in its place, and the CPU computes.</source>
        <translation>无法使用设备 {device}：{why} 改为指定 cpu，即由 CPU 计算。</translation>
    </message>
    <message>
        <source>The scores of step {step} do not compare with those before: whether the generator has collapsed is judged anew.</source>
        <translation>第 {step} 步的分数与之前的分数不可比较：生成器是否已崩溃将重新判断。</translation>
    </message>
    <message>
        <source>no driver found: {reason}. To compute on a GPU, install NVIDIA&apos;s driver and run packaging/setup --cuda.</source>
        <translation>未找到驱动程序：{reason}。要在 GPU 上计算，请安装 NVIDIA 的驱动程序，并运行 packaging/setup --cuda。</translation>
    </message>
    <message>
        <source>{path} is the address of a run, and here its folder is needed. Give this command on the machine that has the folder; runs, status, watch, log, steer and export reach it from here.</source>
        <translation>{path} 是训练任务的地址，而此处需要它的文件夹。请在有该文件夹的计算机上执行此命令；在这里可用 runs、status、watch、log、steer 和 export 访问它。</translation>
    </message>
    <message>
        <source>{run} was begun by {size} processes, not all of them on {machine}. Go on with it as a Slurm job there, or with `gan-engine resume`, where you say how many processes train it.</source>
        <translation>{run} 由 {size} 个进程开始训练，其中有些不在 {machine} 上。请在那里以 Slurm 作业继续，或使用 `gan-engine resume`，由您指定用多少个进程训练。</translation>
    </message>
    <message>
        <source>The export does not say what is to be made: samples, a film, a sheet, an evaluation or a test. Name one of them.</source>
        <translation>导出没有说明要生成什么：样本、影片、拼图、评估或测试。请指明其中之一。</translation>
    </message>
    <message>
        <source>The test on {size} processes has ended because {what}. Test again when the cause is gone.</source>
        <translation>用 {size} 个进程的测试因 {what} 而结束。请在原因消除后重新测试。</translation>
    </message>
    <message>
        <source>{run} keeps a test of the id {id} already. Give this one another, or delete {folder}.</source>
        <translation>{run} 中已保存编号为 {id} 的测试。请为此测试另取编号，或删除 {folder}。</translation>
    </message>
    <message>
        <source>Nothing was trained: {run} is at its end already, at step {step}. To train it further: `gan-engine resume {run} --steps N`, with N above {step}.</source>
        <translation>没有进行训练：{run} 已在终点，即第 {step} 步。要继续训练：`gan-engine resume {run} --steps N`，N 大于 {step}。</translation>
    </message>
    <message>
        <source>Scores of a run are kept by the features that they are computed from, but cas alone needs none. Ask for another score beside it, as in fid,cas; `gan-engine evaluate {run} --metrics cas` prints it.</source>
        <translation>训练任务的评分按其所用的特征保存，而单独的 cas 不用特征。请同时要求另一项评分，例如 fid,cas；`gan-engine evaluate {run} --metrics cas` 会将其打印出来。</translation>
    </message>
    <message>
        <source>The evaluation of step {step} was ended with the training. It is made when the training goes on.</source>
        <translation>第 {step} 步的评估随训练一起结束了。训练继续时会进行该评估。</translation>
    </message>
    <message>
        <source>The network in {file} should return numbers [N, D] for N pictures, D at most {most}, but for float32 [{count}, 3, {size}, {size}] in 0 .. 255 {found}. Give the size that it takes with --size, or of a run&apos;s evaluations as evaluation.size, or wrap it so that forward(images) returns its features.</source>
        <translation>{file} 中的网络应对 N 张图片返回 [N, D] 个数值，D 至多为 {most}；但对取值 0 .. 255 的 float32 [{count}, 3, {size}, {size}]：{found}。请用 --size（训练任务的评估则用 evaluation.size）给出它所需的尺寸，或加以包装，使 forward(images) 返回特征。</translation>
    </message>
    <message>
        <source>a running statistic is not finite</source>
        <translation>有运行统计量不是有限值</translation>
    </message>
    <message>
        <source>intra_fid is of classes with as few as {count} samples ({class}), so it is too high by a bias that grows as they become fewer: compare it with those of as many samples only, and classes with ones of as many. From {enough} samples of a class on it is small.</source>
        <translation>intra_fid 所涉类别的样本最少只有 {count} 个（{class}），因此偏高，样本越少偏差越大：只与样本数相同的评分比较，类别之间也只与样本数相同的比较。每类达到 {enough} 个样本后偏差很小。</translation>
    </message>
    <message>
        <source>training waits while step {step} is judged; with evaluation.while set to beside it would not</source>
        <translation>训练正在等待第 {step} 步的评估；将 evaluation.while 设为 beside 则不必等待</translation>
    </message>
    <message>
        <source>{field} = {found} does not go with {features} = {in_domain}: such a classifier takes pictures as it was trained on them. Set {field} to {usual}, or {features} to the file of another network.</source>
        <translation>{field} = {found} 与 {features} = {in_domain} 不相容：这种分类器按其训练时的方式接受图片。请将 {field} 设为 {usual}，或将 {features} 设为另一个网络的文件。</translation>
    </message>
    <message>
        <source>Step {step} is not evaluated, because its evaluation ended with the engine, and step {present} is due now.</source>
        <translation>第 {step} 步不进行评估，因为其评估随引擎一起结束了，而现在轮到第 {present} 步。</translation>
    </message>
    <message>
        <source>Nothing was trained: {run} has reached its own end, at step {step}. It was last to be trained up to step {before} and has not come so far: `gan-engine resume {run} --steps {option}` goes on to there.</source>
        <translation>没有进行训练：{run} 已到达自己的终点，即第 {step} 步。上次要求训练到第 {before} 步，但没有到达：用 `gan-engine resume {run} --steps {option}` 可继续训练到那里。</translation>
    </message>
</context>
<context>
    <name>EvaluationTexts</name>
    <message>
        <source>running statistics</source>
        <translation>滑动统计量</translation>
    </message>
    <message>
        <source>standing statistics</source>
        <translation>standing 统计量</translation>
    </message>
    <message>
        <source>statistics of a batch</source>
        <translation>单批统计量</translation>
    </message>
    <message>
        <source>averaged weights</source>
        <translation>平均权重</translation>
    </message>
    <message>
        <source>newest weights</source>
        <translation>最新权重</translation>
    </message>
    <message>
        <source>%1 ± %2</source>
        <comment>score, deviation</comment>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no truncation</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>%1, scaled redraw</source>
        <translation>%1，缩放重抽</translation>
    </message>
    <message>
        <source>%1, scale</source>
        <translation>%1，缩放</translation>
    </message>
    <message>
        <source>%1 %2 · %3 pictures</source>
        <comment>network, its digest, number</comment>
        <translation>%1 %2 · %3 张图片</translation>
    </message>
    <message>
        <source>resized as in its training</source>
        <translation>按其训练时的方式缩放</translation>
    </message>
    <message>
        <source>resized as %1 does</source>
        <translation>按 %1 的方式缩放</translation>
    </message>
    <message>
        <source>Features: %1 %2, %3 to %4 px</source>
        <comment>network, digest, how resized, size</comment>
        <translation>特征：%1 %2，%3至 %4 像素</translation>
    </message>
    <message>
        <source>%1 pictures against %2 images</source>
        <translation>%1 张图片对比 %2 张图像</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 张图片</translation>
    </message>
    <message>
        <source>%1, lower is better</source>
        <translation>%1，越低越好</translation>
    </message>
    <message>
        <source>%1, higher is better</source>
        <translation>%1，越高越好</translation>
    </message>
    <message>
        <source>all scores but FID, Inception Score and accuracy are of %1 of each at most</source>
        <translation>除 FID、Inception Score 与准确率以外的评分，每一方最多取 %1 张</translation>
    </message>
    <message>
        <source>FID of fewer than %1 pictures is too high: only that of as many compares</source>
        <translation>少于 %1 张图片的 FID 偏高：只应与同样数量图片的 FID 比较</translation>
    </message>
</context>
<context>
    <name>GoOnPlan</name>
    <message>
        <source>the checkpoint was made so</source>
        <translation>检查点就是这样生成的</translation>
    </message>
    <message>
        <source>only in a branch</source>
        <translation>只有分支才能更改</translation>
    </message>
    <message>
        <source>An engine trains this run already: roll it back, or branch.</source>
        <translation>已有引擎在训练此任务：请回退，或建立分支。</translation>
    </message>
    <message>
        <source>Nobody trains this run: it can go on from the checkpoint instead.</source>
        <translation>没有引擎在训练此任务：可以改为从检查点继续训练。</translation>
    </message>
    <message>
        <source>There is no contact with the engine at present.</source>
        <translation>目前无法联系到引擎。</translation>
    </message>
    <message>
        <source>The engine ends the run where it would have without this.</source>
        <translation>引擎仍在原定之处结束训练任务。</translation>
    </message>
    <message>
        <source>No end is set: it trains until it is stopped.</source>
        <translation>没有设定终点：会一直训练到被停止为止。</translation>
    </message>
    <message>
        <source>The checkpoint has all of these %1 steps already.</source>
        <translation>检查点已经完成了这全部 %1 步。</translation>
    </message>
    <message>
        <source>It ends at step %1, which is %2 steps more.</source>
        <translation>在第 %1 步结束，还有 %2 步。</translation>
    </message>
    <message>
        <source>Choose a checkpoint.</source>
        <translation>请选择一个检查点。</translation>
    </message>
    <message>
        <source>The run has made all of its %1 steps: say how much longer it is to be trained.</source>
        <translation>训练任务已完成全部 %1 步：请指定还要训练多久。</translation>
    </message>
    <message>
        <source>Choose an end after step %1, where the checkpoint stands.</source>
        <translation>请选择第 %1 步之后的终点，检查点位于该步。</translation>
    </message>
</context>
<context>
    <name>LossChart</name>
    <message>
        <source>Step %1 · epoch %2 · %3</source>
        <translation>第 %1 步 · 轮次 %2 · %3</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Time since the start</source>
        <translation>开始后的时间</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>recorded %1</source>
        <translation>记录值 %1</translation>
    </message>
    <message>
        <source>No curve is shown.</source>
        <translation>未显示任何曲线。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Curves of %1 from step %2 to step %3. At step %4: %5.</source>
        <translation>%1 的曲线，从第 %2 步到第 %3 步。第 %4 步处：%5。</translation>
    </message>
    <message>
        <source>5–95 %: %1</source>
        <translation>5–95 %：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1, median of %n</source>
        <translation>
            <numerusform>%1，%n 条的中位数</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, 5–95 %: %3</source>
        <translation>%1：%2，5–95 %：%3</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %n 条</numerusform>
        </translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>第 %1 步</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>1 command</source>
        <translation>1 条命令</translation>
    </message>
    <message numerus="yes">
        <source>%n commands</source>
        <translation>
            <numerusform>%n 条命令</numerusform>
        </translation>
    </message>
    <message>
        <source>1 checkpoint</source>
        <translation>1 个检查点</translation>
    </message>
    <message numerus="yes">
        <source>%n checkpoints</source>
        <translation>
            <numerusform>%n 个检查点</numerusform>
        </translation>
    </message>
    <message>
        <source>1 alert</source>
        <translation>1 条警报</translation>
    </message>
    <message numerus="yes">
        <source>%n alerts</source>
        <translation>
            <numerusform>%n 条警报</numerusform>
        </translation>
    </message>
    <message>
        <source>1 start or continuation</source>
        <translation>1 次启动或继续训练</translation>
    </message>
    <message numerus="yes">
        <source>%n starts or continuations</source>
        <translation>
            <numerusform>%n 次启动或继续训练</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>Steps %1 to %2</source>
        <translation>第 %1 至 %2 步</translation>
    </message>
</context>
<context>
    <name>NumberText</name>
    <message>
        <source>Must be a whole number, such as 500 or 1e6.</source>
        <translation>必须是整数，例如 500 或 1e6。</translation>
    </message>
    <message>
        <source>Must be a number, such as 0.5 or 2e-4.</source>
        <translation>必须是数字，例如 0.5 或 2e-4。</translation>
    </message>
    <message>
        <source>Must be from %1 to %2.</source>
        <translation>必须在 %1 至 %2 之间。</translation>
    </message>
    <message>
        <source>Must be at least %1.</source>
        <translation>不得小于 %1。</translation>
    </message>
    <message>
        <source>Must be at most %1.</source>
        <translation>不得大于 %1。</translation>
    </message>
    <message>
        <source>Must be %1 or from %2 to %3.</source>
        <translation>必须为 %1，或在 %2 到 %3 之间。</translation>
    </message>
    <message>
        <source>auto</source>
        <comment>the program decides</comment>
        <translation>自动</translation>
    </message>
</context>
<context>
    <name>PictureCarrier</name>
    <message>
        <source>picture-%1.png</source>
        <translation>picture-%1.png</translation>
    </message>
</context>
<context>
    <name>ProcessPhase</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message>
        <source>1 trains on grey images, 3 on coloured ones.</source>
        <translation>1 表示在灰度图像上训练，3 表示在彩色图像上训练。</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>网络结构</translation>
    </message>
    <message>
        <source>Average weights</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Batches ahead</source>
        <translation>预取批数</translation>
    </message>
    <message>
        <source>Batches prepared ahead of the training.</source>
        <translation>在训练之前预先准备的批数。</translation>
    </message>
    <message>
        <source>Built-in images</source>
        <translation>内置图像数</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>Checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Chooses the latents of the pictures.</source>
        <translation>决定图片所用的隐向量。</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列数</translation>
    </message>
    <message>
        <source>Columns of images in the picture.</source>
        <translation>图片中图像的列数。</translation>
    </message>
    <message>
        <source>Components of the random vector z that the generator turns into an image; nz in the papers&apos; programs.</source>
        <translation>生成器用来生成图像的随机向量 z 的分量个数；论文代码中称为 nz。</translation>
    </message>
    <message>
        <source>D beta 1</source>
        <translation>D 的 beta 1</translation>
    </message>
    <message>
        <source>D beta 2</source>
        <translation>D 的 beta 2</translation>
    </message>
    <message>
        <source>D epsilon</source>
        <translation>D 的 epsilon</translation>
    </message>
    <message>
        <source>D learning rate</source>
        <translation>D 学习率</translation>
    </message>
    <message>
        <source>D steps</source>
        <translation>D 步数</translation>
    </message>
    <message>
        <source>D total</source>
        <translation>D 总损失</translation>
    </message>
    <message>
        <source>D width</source>
        <translation>D 宽度</translation>
    </message>
    <message>
        <source>DCGAN (Radford et al., 2016) at 64 px with the values of PyTorch&apos;s DCGAN tutorial</source>
        <translation>64 像素的 DCGAN（Radford et al., 2016），参数取自 PyTorch 的 DCGAN 教程</translation>
    </message>
    <message>
        <source>DCGAN (Radford et al., 2016) on Fashion-MNIST (Xiao et al., 2017) or other 28 px IDX files, given with --data</source>
        <translation>DCGAN（Radford et al., 2016），用于 Fashion-MNIST（Xiao et al., 2017）或其他 28 像素的 IDX 文件，文件由 --data 给出</translation>
    </message>
    <message>
        <source>DCGAN at 64 px with a soft real label (article &quot;Parallel GAN training on GPU&quot;, Stanford dogs; DCGAN tutorial)</source>
        <translation>64 像素的 DCGAN，真实标签经过软化（文章“Parallel GAN training on GPU”，Stanford dogs；DCGAN 教程）</translation>
    </message>
    <message>
        <source>Deterministic</source>
        <translation>确定性</translation>
    </message>
    <message>
        <source>Discriminator updates for each generator update; each takes a batch of its own.</source>
        <translation>生成器每更新一次，判别器更新的次数；每次更新各用一批数据。</translation>
    </message>
    <message>
        <source>EMA decay</source>
        <translation>EMA 衰减率</translation>
    </message>
    <message>
        <source>EMA start</source>
        <translation>EMA 起始</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Fake label</source>
        <translation>生成图像标签</translation>
    </message>
    <message>
        <source>Folder or file</source>
        <translation>文件夹或文件</translation>
    </message>
    <message>
        <source>Fully connected GAN on 28 px grey images (PyTorch-GAN&apos;s gan.py, PyTorch Lightning&apos;s GAN example)</source>
        <translation>用于 28 像素灰度图像的全连接 GAN（PyTorch-GAN 的 gan.py，PyTorch Lightning 的 GAN 示例）</translation>
    </message>
    <message>
        <source>G beta 1</source>
        <translation>G 的 beta 1</translation>
    </message>
    <message>
        <source>G beta 2</source>
        <translation>G 的 beta 2</translation>
    </message>
    <message>
        <source>G epsilon</source>
        <translation>G 的 epsilon</translation>
    </message>
    <message>
        <source>G learning rate</source>
        <translation>G 学习率</translation>
    </message>
    <message>
        <source>G width</source>
        <translation>G 宽度</translation>
    </message>
    <message>
        <source>Height and width to which images are resized.</source>
        <translation>图像缩放后的高度和宽度。</translation>
    </message>
    <message>
        <source>How many of the newest checkpoints stay.</source>
        <translation>保留的最新检查点个数。</translation>
    </message>
    <message>
        <source>Iterations after which the run is finished; 0 sets no limit. With a limit by epochs, too, the first one reached ends the run.</source>
        <translation>训练完成前的迭代次数；0 表示不限。如果同时限制了轮数，则以先达到者为准。</translation>
    </message>
    <message>
        <source>Keep an exponential moving average (EMA) of the generator&apos;s weights; its pictures are steadier.</source>
        <translation>保留生成器权重的指数移动平均（EMA）；由它生成的图片更稳定。</translation>
    </message>
    <message>
        <source>Keep best</source>
        <translation>保留最佳</translation>
    </message>
    <message>
        <source>Keep newest</source>
        <translation>保留最新</translation>
    </message>
    <message>
        <source>Latent size</source>
        <translation>隐向量维数</translation>
    </message>
    <message>
        <source>Loading threads</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失函数</translation>
    </message>
    <message>
        <source>Make a picture at the end of each epoch, too.</source>
        <translation>每个轮次结束时也生成一张图片。</translation>
    </message>
    <message>
        <source>On NaN</source>
        <translation>出现 NaN 时</translation>
    </message>
    <message>
        <source>Passes over the real images after which the run is finished; 0 sets no limit.</source>
        <translation>训练完成前遍历真实图像的遍数；0 表示不限。</translation>
    </message>
    <message>
        <source>Pause time-out</source>
        <translation>暂停超时</translation>
    </message>
    <message>
        <source>Real images a process takes at a time.</source>
        <translation>一个进程每次取用的真实图像数。</translation>
    </message>
    <message>
        <source>Real label</source>
        <translation>真实图像标签</translation>
    </message>
    <message>
        <source>Record every</source>
        <translation>记录间隔</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>分辨率</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行数</translation>
    </message>
    <message>
        <source>Rows of images in the picture.</source>
        <translation>图片中图像的行数。</translation>
    </message>
    <message>
        <source>Sample each epoch</source>
        <translation>每轮生成样本</translation>
    </message>
    <message>
        <source>Sample every</source>
        <translation>样本间隔</translation>
    </message>
    <message>
        <source>Sample from</source>
        <translation>样本来源</translation>
    </message>
    <message>
        <source>Sample seed</source>
        <translation>样本种子</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>更新顺序</translation>
    </message>
    <message>
        <source>Seconds for which a run paused by a guard waits for somebody before it stops.</source>
        <translation>训练被保护机制暂停后，在停止前等待人工处理的秒数。</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Share of the average that stays at each step: 0.999 averages over about 1,000 steps.</source>
        <translation>每一步平均值中保留的比例：0.999 约为最近 1,000 步的平均。</translation>
    </message>
    <message>
        <source>Shuffle block</source>
        <translation>打乱块大小</translation>
    </message>
    <message>
        <source>Size of the data set that the source shapes draws.</source>
        <translation>shapes 来源所绘制的数据集的大小。</translation>
    </message>
    <message>
        <source>Small DCGAN (Radford et al., 2016) on built-in coloured shapes, 32 px: shapes within minutes on two CPU cores</source>
        <translation>小型 DCGAN（Radford et al., 2016），用于内置的彩色形状，32 像素：在两个 CPU 核上几分钟内即可生成形状</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Steps between two checkpoints; 0 writes only one at the end.</source>
        <translation>两个检查点之间的步数；0 表示只在结束时写一个。</translation>
    </message>
    <message>
        <source>Steps between two pictures of the same latents; 0 makes none by steps.</source>
        <translation>用同一组隐向量生成的两张图片之间的步数；0 表示不按步数生成。</translation>
    </message>
    <message>
        <source>Steps between two recorded rows of losses and other scalars. What is measured less often, as validation, layers or lazy regularisers, is recorded whenever it is.</source>
        <translation>两次记录损失及其他标量之间的步数。测量得更少的量（验证、各层、惰性正则项）在每次测量时都会记录。</translation>
    </message>
    <message>
        <source>TensorBoard files</source>
        <translation>TensorBoard 文件</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Threads that compute; 0 takes all cores this process may use.</source>
        <translation>用于计算的线程数；0 表示使用此进程可用的所有核。</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Weights, latents, built-in images and the order of the data are functions of it.</source>
        <translation>权重、隐向量、内置图像和数据顺序都由它决定。</translation>
    </message>
    <message>
        <source>What happens when a loss or gradient is not finite. auto pauses while somebody who may steer is attached and stops otherwise.</source>
        <translation>当损失或梯度不是有限值时的处理方式。auto：如果有可以控制训练的人连接着就暂停，否则停止。</translation>
    </message>
    <message>
        <source>What the discriminator shall say of generated images.</source>
        <translation>判别器对生成图像应输出的值。</translation>
    </message>
    <message>
        <source>What the discriminator shall say of real images, and what the generator wants it to say of generated ones. Below 1 the label is soft.</source>
        <translation>判别器对真实图像应输出的值，也是生成器希望它对生成图像输出的值。小于 1 时为软标签。</translation>
    </message>
    <message>
        <source>Where the images are; the built-in shapes need none.</source>
        <translation>图像所在的位置；内置形状不需要。</translation>
    </message>
    <message>
        <source>Whether pictures come from the average of the generator&apos;s weights or from the weights themselves.</source>
        <translation>图片是用生成器权重的平均值生成，还是用权重本身生成。</translation>
    </message>
    <message>
        <source>Whether the discriminator&apos;s loss is the sum of its losses on real and generated images or their mean.</source>
        <translation>判别器的损失是真实图像与生成图像损失之和，还是二者的平均值。</translation>
    </message>
    <message>
        <source>Whether the same run gives the same bits again; auto is on for CPU and off for CUDA, where it costs speed.</source>
        <translation>同样的训练是否每次都得到逐位相同的结果；auto 在 CPU 上开启，在 CUDA 上关闭，因为在 CUDA 上会降低速度。</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>批</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>个检查点</translation>
    </message>
    <message>
        <source>discriminator_first updates the discriminator, then the generator. alternating takes one batch for the generator and the next for the discriminator.</source>
        <translation>discriminator_first 先更新判别器，再更新生成器。alternating 用一批数据更新生成器，再用下一批更新判别器。</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>images</source>
        <translation>张图像</translation>
    </message>
    <message>
        <source>px</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>standard deviations</source>
        <translation>倍标准差</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>个线程</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>次更新</translation>
    </message>
    <message>
        <source>Write scalars for TensorBoard as well; GAN Studio itself never reads them.</source>
        <translation>同时为 TensorBoard 写出标量；GAN Studio 自身从不读取它们。</translation>
    </message>
    <message>
        <source>In memory</source>
        <translation>载入内存</translation>
    </message>
    <message>
        <source>Neighbouring images that stay near each other while an epoch is shuffled. 1 shuffles single images; more is faster for files that are read in chunks; 0 takes what suits the source.</source>
        <translation>打乱一个轮次时保持在附近的相邻图像数。1 表示逐张打乱；对于分块读取的文件，较大的值更快；0 表示采用适合该来源的值。</translation>
    </message>
    <message>
        <source>Reads all images of an HDF5 file into memory at the start, as bytes. Results do not depend on it.</source>
        <translation>开始时将 HDF5 文件的所有图像以字节形式读入内存。结果与此设置无关。</translation>
    </message>
    <message>
        <source>Background</source>
        <translation>背景</translation>
    </message>
    <message>
        <source>Crop</source>
        <translation>裁剪</translation>
    </message>
    <message>
        <source>Damaged images</source>
        <translation>损坏的图像</translation>
    </message>
    <message>
        <source>How pixels are weighted when images are resized; equal to Pillow&apos;s filters.</source>
        <translation>缩放图像时像素的加权方式；与 Pillow 的滤波器相同。</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>镜像</translation>
    </message>
    <message>
        <source>Mirrors every image left to right with a probability of one half, each time anew.</source>
        <translation>以二分之一的概率左右镜像每张图像，每次重新决定。</translation>
    </message>
    <message>
        <source>Resizing</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Share of the images that may be damaged or missing; each gives way to its neighbour and is listed in the run&apos;s folder. With more of them the run stops.</source>
        <translation>允许损坏或缺失的图像比例；每张这样的图像由其相邻图像代替，并列在训练任务的文件夹中。超过此比例时训练停止。</translation>
    </message>
    <message>
        <source>What lies behind transparent pixels of pictures.</source>
        <translation>图片中透明像素后面的内容。</translation>
    </message>
    <message>
        <source>S3 server</source>
        <translation>S3 服务器</translation>
    </message>
    <message>
        <source>Address of an S3 server other than AWS&apos;, such as http://localhost:9000; empty is AWS.</source>
        <translation>AWS 以外的 S3 服务器的地址，例如 http://localhost:9000；留空则为 AWS。</translation>
    </message>
    <message>
        <source>S3 region</source>
        <translation>S3 区域</translation>
    </message>
    <message>
        <source>Region of the bucket; empty takes AWS_REGION, the profile&apos;s or us-east-1. A wrong one is put right when the server names the right one.</source>
        <translation>存储桶所在的区域；留空则取 AWS_REGION、配置档案中的区域或 us-east-1。若区域有误，会按服务器所称的正确区域改正。</translation>
    </message>
    <message>
        <source>AWS profile</source>
        <translation>AWS 配置档案</translation>
    </message>
    <message>
        <source>Profile in ~/.aws whose credentials are used; empty takes the environment&apos;s, AWS_PROFILE or default. Keys are never part of a configuration.</source>
        <translation>使用 ~/.aws 中哪个配置档案的凭证；留空则取环境变量中的凭证、AWS_PROFILE 或 default。密钥绝不会写入配置。</translation>
    </message>
    <message>
        <source>Public bucket</source>
        <translation>公开的存储桶</translation>
    </message>
    <message>
        <source>Reads the bucket without credentials.</source>
        <translation>不用凭证读取存储桶。</translation>
    </message>
    <message>
        <source>Bucket in the path</source>
        <translation>路径中的存储桶</translation>
    </message>
    <message>
        <source>Whether the bucket&apos;s name stands in the address&apos; path rather than before the host&apos;s name; auto does so for servers other than AWS&apos;.</source>
        <translation>存储桶的名称是否写在地址的路径中，而不是主机名之前；auto 表示对 AWS 以外的服务器如此。</translation>
    </message>
    <message>
        <source>List kept</source>
        <translation>列表保留</translation>
    </message>
    <message>
        <source>Hours for which the list of a bucket&apos;s images is used again; 0 lists anew at every start.</source>
        <translation>存储桶图像列表可重复使用的小时数；0 表示每次启动时重新列出。</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Folder for lists and copies of remote images; empty is gan-studio/s3 in the user&apos;s cache folder.</source>
        <translation>存放远程图像的列表和副本的文件夹；留空则为用户缓存文件夹中的 gan-studio/s3。</translation>
    </message>
    <message>
        <source>Cache limit</source>
        <translation>缓存上限</translation>
    </message>
    <message>
        <source>Space for copies of remote images; those that nobody read for a day make room. 0 keeps none.</source>
        <translation>远程图像副本可占用的空间；一天内无人读取的副本会让出空间。0 表示不保留副本。</translation>
    </message>
    <message>
        <source>h</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>GiB</source>
        <translation>GiB</translation>
    </message>
    <message>
        <source>Balance classes</source>
        <translation>类别均衡</translation>
    </message>
    <message>
        <source>Last batch</source>
        <translation>最后一批</translation>
    </message>
    <message>
        <source>Noise</source>
        <translation>噪声</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>子集</translation>
    </message>
    <message>
        <source>Shows every class equally often, however many images it has: those of small classes come more often than those of large ones, and shuffling in blocks is left out.</source>
        <translation>使每个类别出现的次数相同，无论它有多少图像：小类别的图像比大类别的更常出现，并且不按块打乱。</translation>
    </message>
    <message>
        <source>Standard deviation of the Gaussian noise that real images get on their way into the discriminator, each time anew, on the scale from -1 (black) to 1 (white). Pictures of real images show none.</source>
        <translation>真实图像送入判别器时所加高斯噪声的标准差，每次重新生成，像素值范围为 -1（黑）至 1（白）。展示真实图像的图片不含噪声。</translation>
    </message>
    <message>
        <source>What becomes of the last images of an epoch when they do not fill a batch: drop leaves them out, pad fills the batch up with the first images of the epoch.</source>
        <translation>一个轮次末尾的图像不足一批时的处理方式：drop 舍弃它们，pad 用该轮次开头的图像补满这一批。</translation>
    </message>
    <message>
        <source>Where real images come from: shapes draws coloured shapes itself, idx reads files as MNIST has them, with or without gzip, folder pictures in a folder or in one for each class, tar pictures inside an archive or ImageNet&apos;s archives as image-net.org ships them, cifar the binary files of CIFAR-10 and CIFAR-100, npz NumPy&apos;s archive of images and labels, hdf5 a file as BigGAN-PyTorch or StudioGAN make it, s3 pictures in a folder of a bucket (s3://bucket/folder).</source>
        <translation>真实图像的来源：shapes 自行绘制彩色形状；idx 读取 MNIST 格式的文件，可以用 gzip 压缩；folder 读取一个文件夹或每类一个文件夹中的图片；tar 读取归档中的图片，或 image-net.org 发布的 ImageNet 归档；cifar 读取 CIFAR-10 和 CIFAR-100 的二进制文件；npz 读取含有图像和标签的 NumPy 归档；hdf5 读取 BigGAN-PyTorch 或 StudioGAN 生成的文件；s3 读取存储桶文件夹中的图片（s3://bucket/folder）。</translation>
    </message>
    <message>
        <source>Which part of data that are shipped in parts: train, val or test. Folders, ImageNet, CIFAR and MNIST have them; what has none is wholly for training.</source>
        <translation>对于分为子集发布的数据，使用哪个子集：train、val 或 test。文件夹、ImageNet、CIFAR 和 MNIST 可以有子集；没有子集的数据全部用于训练。</translation>
    </message>
    <message>
        <source>Copy to</source>
        <translation>复制到</translation>
    </message>
    <message>
        <source>Folder on a disk of the machine that trains, to which a folder or file of images is copied first, once for all processes there; empty reads them where they are. Results do not depend on it.</source>
        <translation>训练所用机器的磁盘上的文件夹，图像文件夹或文件会先复制到这里，该机器上的所有进程只复制一次；留空则在原处读取。结果与此设置无关。</translation>
    </message>
    <message>
        <source>Threads that read and decode images; 0 does it between steps, auto (-1) measures at the start how many are enough. Results do not depend on it.</source>
        <translation>读取和解码图像的线程数；0 表示在步与步之间进行，auto（-1）表示在开始时测量多少个就够用。结果与此设置无关。</translation>
    </message>
    <message>
        <source>Batch statistics</source>
        <translation>批统计量</translation>
    </message>
    <message>
        <source>Batches whose gradients are averaged for one update of the discriminator: the effect of one batch as large as all of them, in the memory of one. Batch normalisation takes each by itself.</source>
        <translation>判别器每次更新时对梯度取平均的批数：效果相当于将这些批合为一批，而只占用一批的内存。批归一化对每批单独计算。</translation>
    </message>
    <message>
        <source>Batches whose gradients are averaged for one update of the generator. With more than one for either network, generated images are made anew for the generator.</source>
        <translation>生成器每次更新时对梯度取平均的批数。任一网络的批数大于 1 时，会为生成器重新生成图像。</translation>
    </message>
    <message>
        <source>D accumulation</source>
        <translation>D 梯度累积</translation>
    </message>
    <message>
        <source>G accumulation</source>
        <translation>G 梯度累积</translation>
    </message>
    <message>
        <source>Whose images batch normalisation sees when several processes train one run: all_ranks normalises as one process with the whole batch would, own_rank takes those of each process by themselves, which is faster.</source>
        <translation>多个进程训练一个任务时，批归一化使用哪些图像：all_ranks 的归一化与单个进程处理整批时相同；own_rank 让每个进程只用自己的图像，速度更快。</translation>
    </message>
    <message>
        <source>CUDA graph</source>
        <translation>CUDA 图</translation>
    </message>
    <message>
        <source>The first step that averages, counted from 1 as in BigGAN-PyTorch; until then the average equals the weights themselves.</source>
        <translation>开始求平均的第一步，与 BigGAN-PyTorch 一样从 1 数起；在此之前，平均值等于权重本身。</translation>
    </message>
    <message>
        <source>With how many bits a GPU multiplies float32 numbers; sums have all of them. tf32_convolutions rounds the factors of convolutions to the 11 bits of TensorFloat-32, as PyTorch does by default, and is several times faster than ieee, which rounds nothing. tf32 rounds those of matrix products, too. The CPU computes as ieee says.</source>
        <translation>GPU 以多少位相乘 float32 数；求和用全部位数。tf32_convolutions 把卷积的因子舍入为 TensorFloat-32 的 11 位，这也是 PyTorch 的默认做法，比完全不舍入的 ieee 快数倍。tf32 连矩阵乘积的因子也舍入。CPU 的计算与 ieee 相同。</translation>
    </message>
    <message>
        <source>float32 on a GPU</source>
        <translation>GPU 上的 float32</translation>
    </message>
    <message>
        <source>Built-in style</source>
        <translation>内置图像的样式</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Classes shown</source>
        <translation>显示的类别</translation>
    </message>
    <message>
        <source>Classes that the networks are told of, so that images of each can be asked for; 0 trains without classes, auto (-1) takes as many as the data have.</source>
        <translation>告诉网络的类别数，这样可以要求生成某一类别的图像；0 表示不用类别训练，auto（-1）取数据所有的类别数。</translation>
    </message>
    <message>
        <source>How unlike the built-in images of one class are: varied draws shapes in any colours, sizes and places, plain draws them bright on a dark ground, of nearly one size, upright and in the middle, so that a small network learns them within minutes.</source>
        <translation>同一类别的内置图像彼此相差多少：varied 以任意颜色、大小和位置绘制形状；plain 在深色背景上绘制明亮的形状，大小相近、端正、居中，小网络几分钟就能学会。</translation>
    </message>
    <message>
        <source>Which classes a picture shows, one a row and over again where there are more rows: numbers and ranges such as 0, 3, 7-9; empty shows all from 0 on.</source>
        <translation>一张图显示哪些类别，每行一个，行数更多时从头重复：数字和范围，例如 0, 3, 7-9；留空则从 0 起显示全部。</translation>
    </message>
    <message>
        <source>bce is binary cross-entropy with the non-saturating generator loss (Goodfellow et al., 2014), hinge that of SN-GAN, SAGAN and BigGAN (Lim and Ye, 2017), least_squares LSGAN&apos;s (Mao et al., 2017), wasserstein WGAN&apos;s (Arjovsky et al., 2017), relativistic pairs real and generated images (RpGAN, Jolicoeur-Martineau, 2019). Scores are probabilities with bce, and logits with the others.</source>
        <translation>bce 是二元交叉熵，生成器使用非饱和损失（Goodfellow et al., 2014）；hinge 是 SN-GAN、SAGAN 和 BigGAN 的损失（Lim and Ye, 2017）；least_squares 是 LSGAN 的损失（Mao et al., 2017）；wasserstein 是 WGAN 的损失（Arjovsky et al., 2017）；relativistic 将真实图像与生成图像配对（RpGAN，Jolicoeur-Martineau, 2019）。使用 bce 时评分为概率，其他情况下为 logit。</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>个类别</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Batches whose gradients are averaged for one update of a classifier.</source>
        <translation>分类器每次更新时对其梯度取平均的批次数。</translation>
    </message>
    <message>
        <source>By which images a classifier is judged after each epoch: val and test are parts that the data are shipped in, share and per_class keep the last images of each class back from training, none judges nothing.</source>
        <translation>每轮之后用哪些图像评判分类器：val 和 test 是数据自带的部分，share 和 per_class 从训练中留出每个类别的最后一些图像，none 不评判。</translation>
    </message>
    <message>
        <source>Decay every</source>
        <translation>衰减间隔</translation>
    </message>
    <message>
        <source>Decay factor</source>
        <translation>衰减系数</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>标准差</translation>
    </message>
    <message>
        <source>Epochs after which a classifier&apos;s learning rate is multiplied by the decay factor, again and again; 0 leaves it as it is.</source>
        <translation>每隔多少轮将分类器的学习率乘以衰减系数；0 表示保持不变。</translation>
    </message>
    <message>
        <source>How a ResNet takes in its images: imagenet with 7 x 7 windows and pooling to a quarter of the size, small_images with 3 x 3 windows and no pooling, for 28 or 32 px.</source>
        <translation>ResNet 如何接收图像：imagenet 使用 7 x 7 窗口并池化到四分之一大小，small_images 使用 3 x 3 窗口且不池化，适合 28 或 32 像素。</translation>
    </message>
    <message>
        <source>How images that are not square become so: centre resizes the shorter side and cuts out the middle, long_edge cuts the middle out of the longer side and then resizes, random cuts anywhere along it, none squeezes. random_resized cuts out a random part of random size and proportions, as classifiers are trained with (torchvision&apos;s RandomResizedCrop); validation images are then cut as with centre.</source>
        <translation>非正方形图像如何变为正方形：centre 缩放短边后裁出中间部分，long_edge 先裁出长边的中间部分再缩放，random 沿长边任意位置裁剪，none 直接压缩。random_resized 裁出大小和比例随机的一部分，即训练分类器的方式（torchvision 的 RandomResizedCrop）；验证图像则按 centre 裁剪。</translation>
    </message>
    <message>
        <source>Images kept back</source>
        <translation>留出图像数</translation>
    </message>
    <message>
        <source>Images of each class that per_class keeps back.</source>
        <translation>per_class 从每个类别留出的图像数。</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Least part</source>
        <translation>最小部分</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>均值</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>ResNet-18 (He et al., 2016) on ImageNet, 90 epochs of batches of 128, as pytorch/examples imagenet/main.py trains it</source>
        <translation>ResNet-18（He 等，2016）用于 ImageNet，90 轮，批次 128，与 pytorch/examples imagenet/main.py 的训练方式相同</translation>
    </message>
    <message>
        <source>ResNet-18 (He et al., 2016) that names the class of Fashion-MNIST&apos;s images (Xiao et al., 2017), given with --data</source>
        <translation>ResNet-18（He 等，2016），识别 Fashion-MNIST（Xiao 等，2017）图像的类别，数据用 --data 给出</translation>
    </message>
    <message>
        <source>Share kept back</source>
        <translation>留出比例</translation>
    </message>
    <message>
        <source>Share of an image&apos;s shorter side that stays when its middle is cut out for validation or a test; 0.875 is 224 of 256 px, as is usual on ImageNet.</source>
        <translation>为验证或测试裁出图像中间部分时保留的短边比例；0.875 即 256 像素中的 224 像素，是 ImageNet 的惯例。</translation>
    </message>
    <message>
        <source>Share of each class that share keeps back.</source>
        <translation>share 从每个类别留出的比例。</translation>
    </message>
    <message>
        <source>Smallest share of an image&apos;s area that random_resized cuts out.</source>
        <translation>random_resized 裁出的部分占图像面积的最小比例。</translation>
    </message>
    <message>
        <source>Stem</source>
        <translation>输入层</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Validation centre</source>
        <translation>验证中心</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>What a classifier&apos;s images are divided by afterwards: a number, or one for each channel between commas.</source>
        <translation>分类器的图像随后除以的数：一个数，或用逗号分隔为每个通道各给一个。</translation>
    </message>
    <message>
        <source>What is subtracted from a classifier&apos;s images, whose values are 0 to 1: a number, or one for each channel between commas.</source>
        <translation>从取值 0 到 1 的分类器图像中减去的数：一个数，或用逗号分隔为每个通道各给一个。</translation>
    </message>
    <message>
        <source>What the learning rate is multiplied by then.</source>
        <translation>届时学习率所乘的数。</translation>
    </message>
    <message>
        <source>Conditional DCGAN with projection and spectral norm (Miyato and Koyama, 2018) on built-in shapes, 32 px: a class a row within three minutes on two CPU cores</source>
        <translation>带投影和谱归一化的条件 DCGAN（Miyato 和 Koyama，2018），内置形状，32 像素：两个 CPU 核心上三分钟内每行一个类别</translation>
    </message>
    <message>
        <source>D spectral norm</source>
        <translation>D 谱归一化</translation>
    </message>
    <message>
        <source>Divides the weights of the discriminator by their largest singular value (Miyato et al., 2018), in place of batch normalisation.</source>
        <translation>将判别器的权重除以其最大奇异值（Miyato 等，2018），代替批归一化。</translation>
    </message>
    <message>
        <source>Added to the variance in the generator&apos;s normalisations, but the last one, whose is 1e-5.</source>
        <translation>加到生成器各归一化的方差上；最后一个除外，它固定为 1e-5。</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Batch norm epsilon</source>
        <translation>批归一化 epsilon</translation>
    </message>
    <message>
        <source>Channels of dcgan&apos;s first hidden layer (ndf), units of mlp&apos;s first hidden layer; ch of the residual networks, whose layers have multiples of it.</source>
        <translation>dcgan 第一个隐藏层的通道数（ndf），mlp 第一个隐藏层的单元数；残差网络的 ch，其各层为它的倍数。</translation>
    </message>
    <message>
        <source>Channels of dcgan&apos;s last hidden layer (ngf), units of mlp&apos;s first hidden layer; ch of the residual networks, whose layers have multiples of it.</source>
        <translation>dcgan 最后一个隐藏层的通道数（ngf），mlp 第一个隐藏层的单元数；残差网络的 ch，其各层为它的倍数。</translation>
    </message>
    <message>
        <source>Cuts the latent into equal parts, of which one enters at the bottom of the generator and one at each block. With classes it needs a shared embedding.</source>
        <translation>把潜变量切成相等的几部分，一部分从生成器底部进入，每个块再各进入一部分。带类别时需要共享嵌入。</translation>
    </message>
    <message>
        <source>Hierarchical latent</source>
        <translation>分层潜变量</translation>
    </message>
    <message>
        <source>Least length by which the vectors of the power method are divided.</source>
        <translation>幂法的向量所除以的最小长度。</translation>
    </message>
    <message>
        <source>Shared embedding</source>
        <translation>共享嵌入</translation>
    </message>
    <message>
        <source>Singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>Largest singular values of each weight that spectral norm follows, in both networks; it divides by the largest.</source>
        <translation>谱归一化在两个网络中对每个权重跟踪的最大奇异值的个数；除以其中最大的一个。</translation>
    </message>
    <message>
        <source>Power iterations</source>
        <translation>幂迭代次数</translation>
    </message>
    <message>
        <source>Iterations of the power method for each pass through a layer.</source>
        <translation>每次通过一层时幂法的迭代次数。</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Over which values the generator normalises: batch each channel over the batch, instance each channel of each image, group groups of channels of each image, none over none, so that only gains and biases remain. The last one is always by batch, as in BigGAN-PyTorch.</source>
        <translation>生成器对哪些值做归一化：batch 对整批的每个通道，instance 对每张图像的每个通道，group 对每张图像的通道组，none 不归一化，只保留增益和偏置。最后一个始终按批归一化，与 BigGAN-PyTorch 相同。</translation>
    </message>
    <message>
        <source>Spectral norm epsilon</source>
        <translation>谱归一化 epsilon</translation>
    </message>
    <message>
        <source>Blocks of the discriminator for each size of its maps.</source>
        <translation>判别器在每种特征图尺寸上的块数。</translation>
    </message>
    <message>
        <source>Blocks of the generator for each size of its maps; BigGAN-PyTorch has 2.</source>
        <translation>生成器在每种特征图尺寸上的块数；BigGAN-PyTorch 为 2。</translation>
    </message>
    <message>
        <source>D depth</source>
        <translation>D 深度</translation>
    </message>
    <message>
        <source>G depth</source>
        <translation>G 深度</translation>
    </message>
    <message>
        <source>Size of the embedding of classes that all normalisations of the generator share; 0 gives each a table of its own, and those of biggan-deep a shared one as large as the latent.</source>
        <translation>生成器所有归一化共用的类别嵌入的大小；0 表示每个归一化各有一张表，biggan-deep 则共用一个与潜变量同样大小的嵌入。</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>dcgan is convolutional (Radford et al., 2016), dcgan-32 the same as StudioGAN has it for 32 px, mlp fully connected (Goodfellow et al., 2014); sngan (Miyato et al., 2018), sagan (Zhang et al., 2019), biggan and the deeper and narrower biggan-deep (both Brock et al., 2019) are residual, with spectral norm in both networks, as in BigGAN-PyTorch. resnet-18 and resnet-50 are no GANs, but learn to name the class of an image (He et al., 2016).</source>
        <translation>dcgan 是卷积网络（Radford 等，2016），dcgan-32 是 StudioGAN 用于 32 像素的版本，mlp 是全连接网络（Goodfellow 等，2014）；sngan（Miyato 等，2018）、sagan（Zhang 等，2019）、biggan 以及更深更窄的 biggan-deep（均为 Brock 等，2019）是残差网络，两个网络都用谱归一化，与 BigGAN-PyTorch 相同。resnet-18 和 resnet-50 不是 GAN，而是学习说出图像的类别（He 等，2016）。</translation>
    </message>
    <message>
        <source>BigGAN (Brock et al., 2019) of two thirds the width at 64 px, otherwise as BigGAN-PyTorch&apos;s launch_BigGAN_bs256x8.sh trains at 128 px</source>
        <translation>宽度为三分之二的 BigGAN（Brock 等，2019），64 像素，其余与 BigGAN-PyTorch 的 launch_BigGAN_bs256x8.sh 在 128 像素上的训练方式相同</translation>
    </message>
    <message>
        <source>BigGAN (Brock et al., 2019) of two thirds the width on ImageNet at 128 px, as BigGAN-PyTorch&apos;s launch_BigGAN_ch64_bs256x8.sh trains it</source>
        <translation>宽度为三分之二的 BigGAN（Brock 等，2019），用于 128 像素的 ImageNet，与 BigGAN-PyTorch 的 launch_BigGAN_ch64_bs256x8.sh 的训练方式相同</translation>
    </message>
    <message>
        <source>BigGAN (Brock et al., 2019) on CIFAR-10 (Krizhevsky, 2009), given with --data, as BigGAN-PyTorch&apos;s launch_cifar_ema.sh trains it</source>
        <translation>BigGAN（Brock 等，2019）用于 CIFAR-10（Krizhevsky，2009），数据由 --data 给出，与 BigGAN-PyTorch 的 launch_cifar_ema.sh 的训练方式相同</translation>
    </message>
    <message>
        <source>BigGAN (Brock et al., 2019) on ImageNet at 128 px, 4 batches of 512 an update, as BigGAN-PyTorch&apos;s launch_BigGAN_bs512x4.sh trains it</source>
        <translation>BigGAN（Brock 等，2019）用于 128 像素的 ImageNet，每次更新 4 个 512 的批次，与 BigGAN-PyTorch 的 launch_BigGAN_bs512x4.sh 的训练方式相同</translation>
    </message>
    <message>
        <source>BigGAN (Brock et al., 2019) on ImageNet at 128 px, 8 batches of 256 an update, as BigGAN-PyTorch&apos;s launch_BigGAN_bs256x8.sh trains it</source>
        <translation>BigGAN（Brock 等，2019）用于 128 像素的 ImageNet，每次更新 8 个 256 的批次，与 BigGAN-PyTorch 的 launch_BigGAN_bs256x8.sh 的训练方式相同</translation>
    </message>
    <message>
        <source>BigGAN (Brock et al., 2019), a sixth as wide, on photographs of clothes at 64 px (clothing-dataset-small) or other small sets of classes, given with --data</source>
        <translation>宽度为六分之一的 BigGAN（Brock 等，2019），用于 64 像素的衣物照片（clothing-dataset-small）或其他小型分类数据，数据由 --data 给出</translation>
    </message>
    <message>
        <source>BigGAN-deep (Brock et al., 2019, appendix B) on ImageNet at 128 px, as BigGAN-PyTorch&apos;s launch_BigGAN_deep.sh trains it</source>
        <translation>BigGAN-deep（Brock 等，2019，附录 B）用于 128 像素的 ImageNet，与 BigGAN-PyTorch 的 launch_BigGAN_deep.sh 的训练方式相同</translation>
    </message>
    <message>
        <source>First weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>How weights are drawn before the first step: orthogonal (Saxe et al., 2014), normal with deviation 0.02 (Radford et al., 2016) or xavier (Glorot and Bengio, 2010); own is xavier for sngan and sagan, orthogonal for biggan and biggan-deep.</source>
        <translation>第一步之前如何抽取权重：orthogonal 为正交（Saxe 等，2014），normal 为标准差 0.02 的正态分布（Radford 等，2016），xavier 为 Glorot 和 Bengio（2010）的方法；own 对 sngan 和 sagan 是 xavier，对 biggan 和 biggan-deep 是 orthogonal。</translation>
    </message>
    <message>
        <source>SAGAN (Zhang et al., 2019) at 64 px, otherwise as BigGAN-PyTorch&apos;s launch_SAGAN_bs128x2_ema.sh trains at 128 px</source>
        <translation>SAGAN（Zhang 等，2019），64 像素，其余与 BigGAN-PyTorch 的 launch_SAGAN_bs128x2_ema.sh 在 128 像素上的训练方式相同</translation>
    </message>
    <message>
        <source>SAGAN (Zhang et al., 2019) on ImageNet at 128 px, 2 batches of 128 an update, as BigGAN-PyTorch&apos;s launch_SAGAN_bs128x2_ema.sh trains it</source>
        <translation>SAGAN（Zhang 等，2019）用于 128 像素的 ImageNet，每次更新 2 个 128 的批次，与 BigGAN-PyTorch 的 launch_SAGAN_bs128x2_ema.sh 的训练方式相同</translation>
    </message>
    <message>
        <source>SAGAN (Zhang et al., 2019), a quarter as wide, on photographs of clothes at 64 px (clothing-dataset-small) or other small sets of classes, given with --data</source>
        <translation>宽度为四分之一的 SAGAN（Zhang 等，2019），用于 64 像素的衣物照片（clothing-dataset-small）或其他小型分类数据，数据由 --data 给出</translation>
    </message>
    <message>
        <source>SNGAN with projection (Miyato and Koyama, 2018) at 32 px, otherwise as BigGAN-PyTorch&apos;s launch_SNGAN.sh trains at 128 px</source>
        <translation>带投影的 SNGAN（Miyato 和 Koyama，2018），32 像素，其余与 BigGAN-PyTorch 的 launch_SNGAN.sh 在 128 像素上的训练方式相同</translation>
    </message>
    <message>
        <source>SNGAN with projection (Miyato and Koyama, 2018) on ImageNet at 128 px, as BigGAN-PyTorch&apos;s launch_SNGAN.sh trains it</source>
        <translation>带投影的 SNGAN（Miyato 和 Koyama，2018）用于 128 像素的 ImageNet，与 BigGAN-PyTorch 的 launch_SNGAN.sh 的训练方式相同</translation>
    </message>
    <message>
        <source>SNGAN with projection (Miyato and Koyama, 2018), a quarter as wide, on Fashion-MNIST (Xiao et al., 2017), given with --data: clothes of each class on two CPU cores</source>
        <translation>宽度为四分之一的带投影的 SNGAN（Miyato 和 Koyama，2018），用于 Fashion-MNIST（Xiao 等，2017），数据由 --data 给出：在两个 CPU 核上生成每个类别的衣物</translation>
    </message>
    <message>
        <source>BigGAN (Brock et al., 2019), a sixth as wide, on Fashion-MNIST (Xiao et al., 2017), given with --data: clothes of each class on two CPU cores</source>
        <translation>宽度为六分之一的 BigGAN（Brock 等，2019），用于 Fashion-MNIST（Xiao 等，2017），数据由 --data 给出：在两个 CPU 核上生成每个类别的衣物</translation>
    </message>
    <message>
        <source>Added to the denominator of a step of the classifier.</source>
        <translation>加到分类器更新步长的分母上。</translation>
    </message>
    <message>
        <source>Added to the denominator of a step of the discriminator.</source>
        <translation>加到判别器更新步长的分母上。</translation>
    </message>
    <message>
        <source>Added to the denominator of a step of the generator.</source>
        <translation>加到生成器更新步长的分母上。</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Clipping</source>
        <translation>梯度裁剪</translation>
    </message>
    <message>
        <source>D clipping</source>
        <translation>D 梯度裁剪</translation>
    </message>
    <message>
        <source>D momentum</source>
        <translation>D 动量</translation>
    </message>
    <message>
        <source>D optimiser</source>
        <translation>D 优化器</translation>
    </message>
    <message>
        <source>D orthogonal</source>
        <translation>D 正交</translation>
    </message>
    <message>
        <source>D orthogonal every</source>
        <translation>D 正交间隔</translation>
    </message>
    <message>
        <source>D orthogonal schedule</source>
        <translation>D 正交日程</translation>
    </message>
    <message>
        <source>D pass</source>
        <translation>D 通过方式</translation>
    </message>
    <message>
        <source>D rate schedule</source>
        <translation>D 学习率日程</translation>
    </message>
    <message>
        <source>D weight decay</source>
        <translation>D 权重衰减</translation>
    </message>
    <message>
        <source>Decay of Adam&apos;s mean gradient of the classifier.</source>
        <translation>分类器的 Adam 平均梯度的衰减率。</translation>
    </message>
    <message>
        <source>Decay of Adam&apos;s mean gradient of the discriminator.</source>
        <translation>判别器的 Adam 平均梯度的衰减率。</translation>
    </message>
    <message>
        <source>Decay of Adam&apos;s mean gradient of the generator.</source>
        <translation>生成器的 Adam 平均梯度的衰减率。</translation>
    </message>
    <message>
        <source>Decay of the mean squared gradient of the classifier; RMSprop&apos;s alpha.</source>
        <translation>分类器的平方梯度均值的衰减率；即 RMSprop 的 alpha。</translation>
    </message>
    <message>
        <source>Decay of the mean squared gradient of the discriminator; RMSprop&apos;s alpha.</source>
        <translation>判别器的平方梯度均值的衰减率；即 RMSprop 的 alpha。</translation>
    </message>
    <message>
        <source>Decay of the mean squared gradient of the generator; RMSprop&apos;s alpha.</source>
        <translation>生成器的平方梯度均值的衰减率；即 RMSprop 的 alpha。</translation>
    </message>
    <message>
        <source>EMA buffers</source>
        <translation>EMA 缓冲量</translation>
    </message>
    <message>
        <source>EMA schedule</source>
        <translation>EMA 日程</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>G clipping</source>
        <translation>G 梯度裁剪</translation>
    </message>
    <message>
        <source>G images</source>
        <translation>G 图像</translation>
    </message>
    <message>
        <source>G momentum</source>
        <translation>G 动量</translation>
    </message>
    <message>
        <source>G optimiser</source>
        <translation>G 优化器</translation>
    </message>
    <message>
        <source>G orthogonal</source>
        <translation>G 正交</translation>
    </message>
    <message>
        <source>G orthogonal every</source>
        <translation>G 正交间隔</translation>
    </message>
    <message>
        <source>G orthogonal schedule</source>
        <translation>G 正交日程</translation>
    </message>
    <message>
        <source>G rate schedule</source>
        <translation>G 学习率日程</translation>
    </message>
    <message>
        <source>G weight decay</source>
        <translation>G 权重衰减</translation>
    </message>
    <message>
        <source>Gamma: keeps the discriminator&apos;s slope at generated images small (Mescheder et al., 2018). 0 leaves it out.</source>
        <translation>Gamma：使判别器在生成图像处的斜率保持较小（Mescheder 等，2018）。0 表示不使用。</translation>
    </message>
    <message>
        <source>Gamma: keeps the discriminator&apos;s slope at real images small (Mescheder et al., 2018). 0 leaves it out.</source>
        <translation>Gamma：使判别器在真实图像处的斜率保持较小（Mescheder 等，2018）。0 表示不使用。</translation>
    </message>
    <message>
        <source>Gradient penalty</source>
        <translation>梯度惩罚</translation>
    </message>
    <message>
        <source>Gradient penalty every</source>
        <translation>梯度惩罚间隔</translation>
    </message>
    <message>
        <source>Gradient penalty schedule</source>
        <translation>梯度惩罚日程</translation>
    </message>
    <message>
        <source>How gradients become steps of the classifier: adam (Kingma and Ba, 2015), adamw (Loshchilov and Hutter, 2019), sgd with momentum (Sutskever et al., 2013) or rmsprop (Hinton, 2012), each as in torch.optim.</source>
        <translation>分类器的梯度如何变成更新：adam（Kingma 和 Ba，2015）、adamw（Loshchilov 和 Hutter，2019）、带动量的 sgd（Sutskever 等，2013）或 rmsprop（Hinton，2012），均与 torch.optim 相同。</translation>
    </message>
    <message>
        <source>How gradients become steps of the discriminator: adam (Kingma and Ba, 2015), adamw (Loshchilov and Hutter, 2019), sgd with momentum (Sutskever et al., 2013) or rmsprop (Hinton, 2012), each as in torch.optim.</source>
        <translation>判别器的梯度如何变成更新：adam（Kingma 和 Ba，2015）、adamw（Loshchilov 和 Hutter，2019）、带动量的 sgd（Sutskever 等，2013）或 rmsprop（Hinton，2012），均与 torch.optim 相同。</translation>
    </message>
    <message>
        <source>How gradients become steps of the generator: adam (Kingma and Ba, 2015), adamw (Loshchilov and Hutter, 2019), sgd with momentum (Sutskever et al., 2013) or rmsprop (Hinton, 2012), each as in torch.optim.</source>
        <translation>生成器的梯度如何变成更新：adam（Kingma 和 Ba，2015）、adamw（Loshchilov 和 Hutter，2019）、带动量的 sgd（Sutskever 等，2013）或 rmsprop（Hinton，2012），均与 torch.optim 相同。</translation>
    </message>
    <message>
        <source>How the EMA decay changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>EMA 衰减率如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the learning rate of the classifier changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>分类器的学习率如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the learning rate of the discriminator changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>判别器的学习率如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the learning rate of the generator changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>生成器的学习率如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the weight of gradient_penalty changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>gradient_penalty 的权重如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the weight of lecam changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>lecam 的权重如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the weight of orthogonal_discriminator changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>orthogonal_discriminator 的权重如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the weight of orthogonal_generator changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>orthogonal_generator 的权重如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the weight of r1 changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>r1 的权重如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>How the weight of r2 changes by the step, as a share of what is set: constant, linear N to F, cosine N to F (which reach the factor F after N steps) or step N by F (times F after every N steps); before it, if wanted, warmup N and a comma, to begin with a rise over N steps.</source>
        <translation>r2 的权重如何随步数变化，以设定值的倍数表示：constant（不变）、linear N to F、cosine N to F（N 步后达到倍数 F）或 step N by F（每 N 步乘以 F）；如果需要，可在前面写 warmup N 和一个逗号，先在 N 步内逐渐升高。</translation>
    </message>
    <message>
        <source>Keeps the rows of the discriminator&apos;s weights at right angles (Brock et al., 2019). 0 leaves it out.</source>
        <translation>使判别器权重的各行保持正交（Brock 等，2019）。0 表示不使用。</translation>
    </message>
    <message>
        <source>Keeps the rows of the generator&apos;s weights at right angles, as BigGAN does with 1e-4 (Brock et al., 2019). 0 leaves it out.</source>
        <translation>使生成器权重的各行保持正交，BigGAN 取 1e-4（Brock 等，2019）。0 表示不使用。</translation>
    </message>
    <message>
        <source>Lambda: draws the discriminator&apos;s slope between real and generated images to 1, as WGAN-GP does with 10 (Gulrajani et al., 2017). 0 leaves it out.</source>
        <translation>Lambda：使判别器在真实图像与生成图像之间的斜率趋向 1，WGAN-GP 取 10（Gulrajani 等，2017）。0 表示不使用。</translation>
    </message>
    <message>
        <source>Lambda: keeps logits from moving away from a moving average of those of the other kind of images, for few data (Tseng et al., 2021). 0 leaves it out.</source>
        <translation>Lambda：使 logit 不远离另一类图像 logit 的移动平均，适用于数据较少的情形（Tseng 等，2021）。0 表示不使用。</translation>
    </message>
    <message>
        <source>Layers every</source>
        <translation>各层记录间隔</translation>
    </message>
    <message>
        <source>LeCam</source>
        <translation>LeCam</translation>
    </message>
    <message>
        <source>LeCam decay</source>
        <translation>LeCam 衰减</translation>
    </message>
    <message>
        <source>Share of LeCam&apos;s moving averages that stays at each update of the discriminator.</source>
        <translation>每次更新判别器后，LeCam 的滑动平均保留的份额。</translation>
    </message>
    <message>
        <source>LeCam every</source>
        <translation>LeCam 间隔</translation>
    </message>
    <message>
        <source>LeCam schedule</source>
        <translation>LeCam 日程</translation>
    </message>
    <message>
        <source>Longest gradient over all weights of the classifier; a longer one is scaled down to it. 0 clips nothing.</source>
        <translation>分类器全部权重的梯度的最大长度；更长的会缩短到这个长度。0 表示不裁剪。</translation>
    </message>
    <message>
        <source>Longest gradient over all weights of the discriminator; a longer one is scaled down to it. 0 clips nothing.</source>
        <translation>判别器全部权重的梯度的最大长度；更长的会缩短到这个长度。0 表示不裁剪。</translation>
    </message>
    <message>
        <source>Longest gradient over all weights of the generator; a longer one is scaled down to it. 0 clips nothing.</source>
        <translation>生成器全部权重的梯度的最大长度；更长的会缩短到这个长度。0 表示不裁剪。</translation>
    </message>
    <message>
        <source>Optimiser</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>R1</source>
        <translation>R1</translation>
    </message>
    <message>
        <source>R1 every</source>
        <translation>R1 间隔</translation>
    </message>
    <message>
        <source>R1 schedule</source>
        <translation>R1 日程</translation>
    </message>
    <message>
        <source>R2</source>
        <translation>R2</translation>
    </message>
    <message>
        <source>R2 every</source>
        <translation>R2 间隔</translation>
    </message>
    <message>
        <source>R2 schedule</source>
        <translation>R2 日程</translation>
    </message>
    <message>
        <source>Rate schedule</source>
        <translation>学习率日程</translation>
    </message>
    <message>
        <source>Share of the last step of the classifier that goes into the next one.</source>
        <translation>分类器上一步中进入下一步的比例。</translation>
    </message>
    <message>
        <source>Share of the last step of the discriminator that goes into the next one.</source>
        <translation>判别器上一步中进入下一步的比例。</translation>
    </message>
    <message>
        <source>Share of the last step of the generator that goes into the next one.</source>
        <translation>生成器上一步中进入下一步的比例。</translation>
    </message>
    <message>
        <source>Share of the weights of the classifier that is added to their gradients; adamw takes it off the weights themselves, times the rate.</source>
        <translation>加到分类器权重梯度上的权重比例；adamw 则乘以学习率后直接从权重中减去。</translation>
    </message>
    <message>
        <source>Share of the weights of the discriminator that is added to their gradients; adamw takes it off the weights themselves, times the rate.</source>
        <translation>加到判别器权重梯度上的权重比例；adamw 则乘以学习率后直接从权重中减去。</translation>
    </message>
    <message>
        <source>Share of the weights of the generator that is added to their gradients; adamw takes it off the weights themselves, times the rate.</source>
        <translation>加到生成器权重梯度上的权重比例；adamw 则乘以学习率后直接从权重中减去。</translation>
    </message>
    <message>
        <source>Step size of the optimiser of the classifier.</source>
        <translation>分类器优化器的步长。</translation>
    </message>
    <message>
        <source>Step size of the optimiser of the discriminator.</source>
        <translation>判别器优化器的步长。</translation>
    </message>
    <message>
        <source>Step size of the optimiser of the generator.</source>
        <translation>生成器优化器的步长。</translation>
    </message>
    <message>
        <source>Steps between two measurements of each weight&apos;s gradient norm and largest singular values, some hundreds of series; 0 makes none.</source>
        <translation>每隔多少步测量一次各权重的梯度范数和最大奇异值，共数百条曲线；0 表示不测量。</translation>
    </message>
    <message>
        <source>Steps between two with this regulariser, which is then as many times as strong (Karras et al., 2020, appendix B).</source>
        <translation>每隔多少步使用一次该正则项，其强度相应乘以同样的倍数（Karras 等，2020，附录 B）。</translation>
    </message>
    <message>
        <source>What the average does with running statistics and the vectors of spectral norm: copied takes the newest, averaged averages them as weights (BigGAN-PyTorch).</source>
        <translation>平均模型如何处理滑动统计量和谱归一化的向量：copied 取最新值，averaged 与权重一样求平均（BigGAN-PyTorch）。</translation>
    </message>
    <message>
        <source>With which images the generator is updated after the discriminator: reused takes those of the discriminator&apos;s last update (pytorch/examples), anew draws others (BigGAN-PyTorch).</source>
        <translation>判别器之后用哪些图像更新生成器：reused 使用判别器上次更新时的图像（pytorch/examples），anew 重新抽取（BigGAN-PyTorch）。</translation>
    </message>
    <message>
        <source>In which numbers networks compute: float32; bfloat16 and float16 multiply in 16 bits, which GPUs do several times faster, float16 with loss scaling against its small range; float64 is for proofs. Weights, spectral norm, statistics and losses have at least 32 bits.</source>
        <translation>网络用什么精度计算：float32；bfloat16 和 float16 以 16 位相乘，在 GPU 上快数倍，float16 因范围小而使用损失缩放；float64 用于验证。权重、谱范数、统计量和损失至少为 32 位。</translation>
    </message>
    <message>
        <source>Keeps only what goes into each block of the networks, and computes the rest once more for the gradients (Chen et al., 2016): less memory for about a third more time. Not with r1, r2 and gradient_penalty, which differentiate twice.</source>
        <translation>只保留网络各块的输入，求梯度时再重新计算其余部分（Chen 等，2016）：内存更少，时间约多三分之一。不能与 r1、r2 和 gradient_penalty 同用，它们要求导两次。</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Recompute activations</source>
        <translation>重新计算激活值</translation>
    </message>
    <message>
        <source>How far from 0 components of z may be, as the kind of truncation says. Smaller values give more typical and less varied images; 0 truncates nothing.</source>
        <translation>z 的分量可以偏离 0 多远，具体含义由截断方式决定。值越小，图像越典型、多样性越低；0 表示不截断。</translation>
    </message>
    <message>
        <source>Truncation kind</source>
        <translation>截断方式</translation>
    </message>
    <message>
        <source>redraw draws components of z beyond the truncation again (Brock et al., 2019, section 3.1), scaled_redraw multiplies those within 2 by it (DeepMind&apos;s BigGAN), scale multiplies all (BigGAN-PyTorch).</source>
        <translation>redraw 重新抽取超出截断值的 z 分量（Brock et al., 2019，第 3.1 节），scaled_redraw 把限于 2 以内的分量乘以截断值（DeepMind 的 BigGAN），scale 把所有分量乘以它（BigGAN-PyTorch）。</translation>
    </message>
    <message>
        <source>Standing batches</source>
        <translation>Standing 批次</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>For watchers</source>
        <translation>允许观看者</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Of the process that makes pictures for clients, on the CPU.</source>
        <translation>为客户端生成图片的进程在 CPU 上使用的线程数。</translation>
    </message>
    <message>
        <source>Pictures for clients</source>
        <translation>为客户端生成图片</translation>
    </message>
    <message>
        <source>Where pictures for clients are made; auto takes a GPU that can be used, else the CPU.</source>
        <translation>在哪里为客户端生成图片；auto 使用可用的 GPU，否则使用 CPU。</translation>
    </message>
    <message>
        <source>Whether a process beside the engine makes pictures for clients that ask for them.</source>
        <translation>是否由引擎旁的一个进程为请求图片的客户端生成图片。</translation>
    </message>
    <message>
        <source>Whether clients on other machines that may only watch can have pictures made, too.</source>
        <translation>其他机器上只能观看的客户端是否也可以请求生成图片。</translation>
    </message>
    <message>
        <source>Captures an iteration once and hands it to the GPU as a whole from then on, which costs the host less and the GPU the memory of a second iteration, or of up to four more where regularisers take part only now and then. Passed over on the CPU and where processes share a GPU.</source>
        <translation>只捕获一次迭代，此后把它作为整体交给 GPU：主机的开销更小，GPU 则多占一次迭代的内存；若正则项只是隔几步才参与，则最多多占四次。在 CPU 上，以及多个进程共用一个 GPU 时不起作用。</translation>
    </message>
    <message>
        <source>How real and generated images pass through the discriminator in its update: separate takes the real ones, then the generated ones, each normalised by their own statistics (pytorch/examples), split the generated ones first (BigGAN-PyTorch&apos;s split_D), concatenated both as one batch (BigGAN-PyTorch).</source>
        <translation>判别器更新时真实图像与生成图像如何通过它：separate 先真实图像、后生成图像，各用自己的统计量归一化（pytorch/examples）；split 先生成图像（BigGAN-PyTorch 的 split_D）；concatenated 作为一个批次一起通过（BigGAN-PyTorch）。</translation>
    </message>
    <message>
        <source>Sheets that are drawn of each checkpoint, by the process that makes pictures for clients: some of classes, random, interpolate-z, interpolate-y, interpolate-zy, sefa, pca, between commas; empty draws none. Those of classes are left out where networks know none.</source>
        <translation>每写入一个检查点时，由为客户端生成图片的进程绘制的图表：从 classes、random、interpolate-z、interpolate-y、interpolate-zy、sefa、pca 中选择若干种，以逗号分隔；留空则不绘制。网络没有类别时，与类别有关的图表会略去。</translation>
    </message>
    <message>
        <source>With each checkpoint</source>
        <translation>随每个检查点</translation>
    </message>
    <message>
        <source>A score by evaluation.best_by, recall or coverage that is so many times worse than its best is told as a collapse; 0: never.</source>
        <translation>当 evaluation.best_by 指定的评分、召回率或覆盖率比其最佳值差这么多倍时，报告为坍塌；0 表示从不报告。</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>最佳依据</translation>
    </message>
    <message>
        <source>Better by</source>
        <translation>变好幅度</translation>
    </message>
    <message>
        <source>Collapse ratio</source>
        <translation>坍塌倍数</translation>
    </message>
    <message>
        <source>Evaluate every</source>
        <translation>评估间隔</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>How many of the best evaluated checkpoints stay in any case. A GAN leaves one at each evaluation, which evaluation.best_by ranks; a classifier after each epoch that names more validation images right than any before; 0: none.</source>
        <translation>无论如何都保留多少个评估最佳的检查点。GAN 在每次评估时留下一个，由 evaluation.best_by 排序；分类器在每轮之后，若答对的验证图像比以往都多，则留下一个；0 表示不保留。</translation>
    </message>
    <message>
        <source>How many pictures an evaluation draws and scores; its time grows with them. FID needs at least 2048, and only scores of as many pictures compare.</source>
        <translation>一次评估生成并评分多少张图片；用时随之增长。FID 至少需要 2048 张，且只有图片数量相同的评分才可比较。</translation>
    </message>
    <message>
        <source>Lower rates to</source>
        <translation>学习率降至</translation>
    </message>
    <message>
        <source>Meanwhile</source>
        <translation>评估期间</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>On no better score</source>
        <translation>评分不再变好时</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>So many evaluations in a row without a better score by evaluation.best_by are told, and answered as evaluation.on_no_better says; 0: never.</source>
        <translation>按 evaluation.best_by 连续这么多次评估没有更好的评分时予以报告，并按 evaluation.on_no_better 处理；0 表示从不。</translation>
    </message>
    <message>
        <source>Steps between two evaluations, which score pictures of the averaged generator by the training images in a process of its own; 0 makes none.</source>
        <translation>两次评估之间的步数；评估在独立进程中以训练图像为准给平均生成器的图片评分；0 表示不评估。</translation>
    </message>
    <message>
        <source>The score that says which weights are better: checkpoint.keep_best and the rules go by it.</source>
        <translation>判断哪些权重更好的评分：checkpoint.keep_best 和各规则以它为准。</translation>
    </message>
    <message>
        <source>The share of both learning rates that lower_rates leaves.</source>
        <translation>lower_rates 之后两个学习率剩下的比例。</translation>
    </message>
    <message>
        <source>The share of the best score by which another one has to be better to count as better.</source>
        <translation>另一评分须比最佳评分好出这一比例才算变好。</translation>
    </message>
    <message>
        <source>What an evaluation computes, between commas: fid, fid-infinity, kid, prdc (precision, recall, density, coverage), swd, intra-fid, is.</source>
        <translation>评估计算哪些指标，以逗号分隔：fid、fid-infinity、kid、prdc（精确率、召回率、密度、覆盖率）、swd、intra-fid、is。</translation>
    </message>
    <message>
        <source>What happens when the score has not become better for evaluation.patience evaluations: alert only tells it, lower_rates multiplies both learning rates by evaluation.lower_rates_to, stop ends the training with a checkpoint.</source>
        <translation>当评分连续 evaluation.patience 次评估没有变好时的处理：alert 仅报告，lower_rates 将两个学习率乘以 evaluation.lower_rates_to，stop 写入检查点并结束训练。</translation>
    </message>
    <message>
        <source>Whether training goes on beside an evaluation or waits until it has ended. Where it waits, the same steps are evaluated on any machine; beside it, one that falls due too early is left out.</source>
        <translation>评估期间训练是同时继续（beside）还是等待其结束（paused）。等待时，在任何机器上评估的步数都相同；同时进行时，过早到期的评估会被略过。</translation>
    </message>
    <message>
        <source>evaluations</source>
        <translation>次评估</translation>
    </message>
    <message>
        <source>times</source>
        <translation>倍</translation>
    </message>
    <message>
        <source>What turns pictures into features: in-domain trains a classifier on the data once, when the first evaluation needs it, and keeps it; or a file or run folder as evaluate --features takes it, which clients of other machines cannot choose.</source>
        <translation>把图片变成特征的网络：in-domain 在首次评估需要时用数据训练一次分类器并保留；也可以是 evaluate --features 所接受的文件或训练任务文件夹，其他机器的客户端不能选择它。</translation>
    </message>
    <message>
        <source>A loss leaves its history when it is so many times the largest of before, as medians over the health window go; 0: that is not told.</source>
        <translation>以健康检查窗口内的中位数计，损失达到以往最大值的这么多倍，即视为偏离以往；0 表示不报告。</translation>
    </message>
    <message>
        <source>A loss that is so many times what the discriminator has while it tells nothing apart is told whatever was before; 0: that is not told.</source>
        <translation>损失达到判别器什么都分不清时的这么多倍，无论以往如何都会报告；0 表示不报告。</translation>
    </message>
    <message>
        <source>A trouble of losses, scores or gradients is told when three quarters of so many steps in a row show it, and is over when less than a quarter of them do; 0: none is told.</source>
        <translation>当连续这么多步中有四分之三出现问题时，报告损失、得分或梯度的问题；不足四分之一时视为已过去；0 表示从不报告。</translation>
    </message>
    <message>
        <source>Before a learning rate or the weight of a regulariser is made so many times as large, or labels are exchanged, a checkpoint is written; 0: none is.</source>
        <translation>在学习率或正则项权重被改为原来的这么多倍以上，或标签被对调之前，写一个检查点；0 表示不写。</translation>
    </message>
    <message>
        <source>Blank grids</source>
        <translation>单色样本图数</translation>
    </message>
    <message>
        <source>D is beaten by</source>
        <translation>D 落败的差距</translation>
    </message>
    <message>
        <source>D wins below</source>
        <translation>D 完胜的界限</translation>
    </message>
    <message>
        <source>Equal pictures at most</source>
        <translation>相同图片上限</translation>
    </message>
    <message>
        <source>Gradients explode at</source>
        <translation>梯度爆炸倍数</translation>
    </message>
    <message>
        <source>Gradients explode when their norm is so many times what is usual in the run; 0: that is not told.</source>
        <translation>梯度范数达到本训练任务通常水平的这么多倍，即视为梯度爆炸；0 表示不报告。</translation>
    </message>
    <message>
        <source>Gradients vanish at</source>
        <translation>梯度消失界限</translation>
    </message>
    <message>
        <source>Gradients vanish when their norm is less than this share of what is usual in the run, or nothing at all; 0: that is not told.</source>
        <translation>梯度范数低于本训练任务通常水平的这一比例，或者为零，即视为梯度消失；0 表示不报告。</translation>
    </message>
    <message>
        <source>Health window</source>
        <translation>健康检查窗口</translation>
    </message>
    <message>
        <source>Losses at most</source>
        <translation>损失上限</translation>
    </message>
    <message>
        <source>Losses leave by</source>
        <translation>损失偏离倍数</translation>
    </message>
    <message>
        <source>Memory or disk that, as it went in the last minutes, runs out within so many hours is told with the hour; 0: never.</source>
        <translation>按最近几分钟的情况，内存或磁盘将在这么多小时内耗尽时，连同时间一起报告；0 表示从不报告。</translation>
    </message>
    <message>
        <source>Risky change</source>
        <translation>有风险的改动</translation>
    </message>
    <message>
        <source>Runs out within</source>
        <translation>耗尽预警时间</translation>
    </message>
    <message>
        <source>So many grids in a row whose pictures are all of one colour are told; 0: never.</source>
        <translation>连续这么多张样本图中的图片都只有一种颜色时报告；0 表示从不报告。</translation>
    </message>
    <message>
        <source>The discriminator is beaten when its mean score of generated images is higher than that of real ones by more than this, or its loss is more than twice what it has while it tells nothing apart; 0: that is not told.</source>
        <translation>判别器给生成图像的平均得分比真实图像高出这么多以上，或其损失超过什么都分不清时的两倍，即视为判别器落败；0 表示不报告。</translation>
    </message>
    <message>
        <source>The discriminator wins when its loss is less than this share of what it has while it tells nothing apart, beyond the least that labels leave; 0: that is not told.</source>
        <translation>判别器的损失（减去标签决定的最小值）低于其什么都分不清时的这一比例，即视为判别器完胜；0 表示不报告。</translation>
    </message>
    <message>
        <source>The share of a grid&apos;s pictures that may look like another one of it; 0: that is not told.</source>
        <translation>一张样本图中允许与另一张图片看起来一样的图片所占比例；0 表示不报告。</translation>
    </message>
    <message>
        <source>Variety at least</source>
        <translation>多样性下限</translation>
    </message>
    <message>
        <source>grids</source>
        <translation>张样本图</translation>
    </message>
    <message>
        <source>Before so many steps, pictures without variety are told of a generator only that has shown some.</source>
        <translation>在此步数之前，仅当生成器曾表现出多样性时，才会报告图片缺乏多样性。</translation>
    </message>
    <message>
        <source>How many processes on rank 0&apos;s machine share the pictures of an evaluation; on the CPU its scores have the same bits from any number. 0: one for each GPU that evaluation.device names, else as many as train there.</source>
        <translation>rank 0 所在机器上由多少个进程分担一次评估的图片；在 CPU 上，无论进程数多少，评分逐位相同。0 表示 evaluation.device 列出的每个 GPU 各一个，否则与该机器上的训练进程数相同。</translation>
    </message>
    <message>
        <source>Of each process of an evaluation, on the CPU.</source>
        <translation>评估的每个进程在 CPU 上使用的线程数。</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程数</translation>
    </message>
    <message>
        <source>Variety from step</source>
        <translation>从此步起应有多样性</translation>
    </message>
    <message>
        <source>Where an evaluation computes: cpu, auto or the number of a GPU; of several processes one for each, as in 0,1. auto takes a GPU for each, or for all of them the CPU where there are fewer.</source>
        <translation>评估在何处计算：cpu、auto 或 GPU 编号；多个进程时每个一个，如 0,1。auto 为每个进程分配一个 GPU，若 GPU 不够则全部使用 CPU。</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>个进程</translation>
    </message>
    <message>
        <source>Before so many steps nothing is told of losses and scores: networks find their balance.</source>
        <translation>在此步数之前不报告损失与评分的问题：网络正在寻找平衡。</translation>
    </message>
    <message>
        <source>Judged from step</source>
        <translation>从此步起判断</translation>
    </message>
    <message>
        <source>What the process that makes pictures for clients needs; where less than that and a fifth more is left, it is not started. 0 reckons it from the weights. On a GPU it is also the share of its memory that pictures may take; 0: whatever is free.</source>
        <translation>为客户端生成图片的进程所需的内存；如果剩余内存不到它的 1.2 倍，就不启动该进程。0 表示按权重估算。在 GPU 上它也是图片可占用显存的份额；0 表示可用多少就用多少。</translation>
    </message>
    <message>
        <source>Pictures have lost their variety when the variance of their pixels from one to the other is less than this share of that of real images, of one class where networks know classes; and when an evaluation finds so little variance in their features; 0: that is not told.</source>
        <translation>图片之间的像素方差低于真实图像的这一比例（网络区分类别时在同一类别内比较），或评估发现图片特征的方差低于这一比例，即视为失去多样性；0 表示不报告。</translation>
    </message>
    <message>
        <source>On which devices one process computes the networks; empty: on its own device. auto spreads both over all GPUs by memory. generator=0,discriminator=1 gives each a GPU, 0+1 cuts each in two stages, cpu+cpu in two on the CPU; generator=0+blocks.2:1 begins the second stage with a block. Bits do not depend on it on the CPU.</source>
        <translation>一个进程在哪些设备上计算网络；留空：在进程自己的设备上。auto 按内存把两个网络分布到所有 GPU。generator=0,discriminator=1 给每个网络一个 GPU；0+1 把每个网络切成两段；cpu+cpu 在 CPU 上切成两段；generator=0+blocks.2:1 让第二段从某个块开始。在 CPU 上，结果的每一位都与此设置无关。</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Processes that hold one copy of the networks, a part of each network every one: with 2, --processes 4 trains two copies of two stages. Each takes about that share of the memory; data.batch_size is that of one copy. 1: every process holds both networks.</source>
        <translation>共同持有一份网络的进程数，每个进程各持有每个网络的一部分：设为 2 时，--processes 4 训练两份各分两段的网络。每个进程约占相应份额的内存；data.batch_size 是一份网络的批大小。1：每个进程都持有两个网络。</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>段数</translation>
    </message>
    <message>
        <source>Batches of 64 pictures over which standing statistics are averaged: in grids, and in all other pictures and scores of weights that are written while it is so.</source>
        <translation>standing 统计量对多少个 64 张图片的批次求平均：既用于网格图，也用于在此设置下写出的权重的所有其他图片和评分。</translation>
    </message>
    <message>
        <source>Height and width of the maps to which self-attention is added, such as 64 or 32, 64: powers of two from 8 to the images&apos; size; empty adds none. Each network has it where it has such maps: those of the discriminator are half as large as the images or smaller, and all four count as 16 px where images have 32 px.</source>
        <translation>加入自注意力的特征图的高和宽，例如 64 或 32, 64：从 8 到图像大小的 2 的幂；留空则不加。每个网络只在有这种大小的特征图处加入：判别器的特征图最大只有图像的一半；对 32 像素的图像，其四个特征图都按 16 像素计。</translation>
    </message>
    <message>
        <source>With which statistics batch normalisations make pictures: the running ones, those of the pictures that are made together (elsewhere than in grids those of one batch of 64, always the same), or standing statistics (Brock et al., 2019, section 4.1).</source>
        <translation>批归一化生成图片时使用哪种统计量：滑动统计量、一起生成的图片的统计量（网格图以外则为始终相同的一个 64 张的批次的统计量），或 standing 统计量（Brock 等，2019，第 4.1 节）。</translation>
    </message>
    <message>
        <source>How the batches of an accumulation go through a network of several stages: 1f1b has as many under way as there are stages, then one more after each that has come back; gpipe sends all of them forward, then all back (Huang et al., 2019), which takes the memory of all; auto is gpipe where that leaves a tenth of each device&apos;s memory free, else 1f1b.</source>
        <translation>梯度累积的各批如何通过分成多段的网络：1f1b 让同时在途的批数等于段数，每有一批返回才再送入一批；gpipe 先把所有批向前送，再全部向后（Huang 等，2019），占用所有批的内存；auto 在 gpipe 仍能让每个设备留出十分之一内存时用 gpipe，否则用 1f1b。</translation>
    </message>
    <message>
        <source>Height and width that a network in TorchScript takes; 0 is 299. Only scores of one size compare.</source>
        <translation>TorchScript 网络所接受的图片高度和宽度；0 表示 299。只有尺寸相同的评分才能比较。</translation>
    </message>
    <message>
        <source>How pictures are brought to the size of a network that evaluation.features names, by the program that does it so: auto takes what is usual for the network, biggan goes with torchvision&apos;s Inception alone. Only scores of one way compare.</source>
        <translation>如何把图片缩放到 evaluation.features 所指定网络的输入尺寸，以采用该方式的程序命名：auto 采用该网络惯用的方式，biggan 只适用于 torchvision 的 Inception。只有缩放方式相同的评分才能比较。</translation>
    </message>
    <message>
        <source>Input size</source>
        <translation>输入尺寸</translation>
    </message>
    <message>
        <source>Resized as</source>
        <translation>缩放方式</translation>
    </message>
</context>
<context>
    <name>Series</name>
    <message>
        <source>G loss</source>
        <translation>G 损失</translation>
    </message>
    <message>
        <source>D loss</source>
        <translation>D 损失</translation>
    </message>
    <message>
        <source>D(x)</source>
        <translation>D(x)</translation>
    </message>
    <message>
        <source>G gradient norm</source>
        <translation>G 梯度范数</translation>
    </message>
    <message>
        <source>D gradient norm</source>
        <translation>D 梯度范数</translation>
    </message>
    <message>
        <source>Step time, ms</source>
        <translation>每步用时（毫秒）</translation>
    </message>
    <message>
        <source>D time, ms</source>
        <translation>D 用时（毫秒）</translation>
    </message>
    <message>
        <source>G time, ms</source>
        <translation>G 用时（毫秒）</translation>
    </message>
    <message>
        <source>Images per second</source>
        <translation>每秒图像数</translation>
    </message>
    <message>
        <source>D loss, real</source>
        <translation>D 损失（真实）</translation>
    </message>
    <message>
        <source>D loss, fake</source>
        <translation>D 损失（生成）</translation>
    </message>
    <message>
        <source>D(G(z)) before</source>
        <translation>D(G(z))，更新前</translation>
    </message>
    <message>
        <source>D(G(z)) after</source>
        <translation>D(G(z))，更新后</translation>
    </message>
    <message>
        <source>Data wait, ms</source>
        <translation>等待数据（毫秒）</translation>
    </message>
    <message>
        <source>Forward, ms</source>
        <translation>前向（毫秒）</translation>
    </message>
    <message>
        <source>Backward, ms</source>
        <translation>反向（毫秒）</translation>
    </message>
    <message>
        <source>Communication, ms</source>
        <translation>通信（毫秒）</translation>
    </message>
    <message>
        <source>Optimizer, ms</source>
        <translation>优化器（毫秒）</translation>
    </message>
    <message>
        <source>Loss, training</source>
        <translation>损失，训练</translation>
    </message>
    <message>
        <source>Loss, validation</source>
        <translation>损失，验证</translation>
    </message>
    <message>
        <source>Top-1, training</source>
        <translation>Top-1，训练</translation>
    </message>
    <message>
        <source>Top-1, validation</source>
        <translation>Top-1，验证</translation>
    </message>
    <message>
        <source>Top-5, training</source>
        <translation>Top-5，训练</translation>
    </message>
    <message>
        <source>Top-5, validation</source>
        <translation>Top-5，验证</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Scores of D</source>
        <translation>判别器得分</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Gradient norms</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Singular values</source>
        <translation>奇异值</translation>
    </message>
    <message>
        <source>Penalties</source>
        <translation>惩罚项</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>G</source>
        <translation>G</translation>
    </message>
    <message>
        <source>D</source>
        <translation>D</translation>
    </message>
    <message>
        <source>Classifier</source>
        <translation>分类器</translation>
    </message>
    <message>
        <source>G learning rate</source>
        <translation>G 学习率</translation>
    </message>
    <message>
        <source>D learning rate</source>
        <translation>D 学习率</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Learning rates</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>EMA decay</source>
        <translation>EMA 衰减率</translation>
    </message>
    <message>
        <source>G loss scale</source>
        <translation>G 损失缩放系数</translation>
    </message>
    <message>
        <source>D loss scale</source>
        <translation>D 损失缩放系数</translation>
    </message>
    <message>
        <source>R1 penalty</source>
        <translation>R1 惩罚</translation>
    </message>
    <message>
        <source>R2 penalty</source>
        <translation>R2 惩罚</translation>
    </message>
    <message>
        <source>Gradient penalty</source>
        <translation>梯度惩罚</translation>
    </message>
    <message>
        <source>LeCam penalty</source>
        <translation>LeCam 惩罚</translation>
    </message>
    <message>
        <source>D orthogonal penalty</source>
        <translation>D 正交惩罚</translation>
    </message>
    <message>
        <source>G orthogonal penalty</source>
        <translation>G 正交惩罚</translation>
    </message>
    <message>
        <source>R1 weight</source>
        <translation>R1 权重</translation>
    </message>
    <message>
        <source>R2 weight</source>
        <translation>R2 权重</translation>
    </message>
    <message>
        <source>Gradient penalty weight</source>
        <translation>梯度惩罚权重</translation>
    </message>
    <message>
        <source>LeCam weight</source>
        <translation>LeCam 权重</translation>
    </message>
    <message>
        <source>D orthogonal weight</source>
        <translation>D 正交惩罚权重</translation>
    </message>
    <message>
        <source>G orthogonal weight</source>
        <translation>G 正交惩罚权重</translation>
    </message>
    <message>
        <source>Loss scales</source>
        <translation>损失缩放系数</translation>
    </message>
    <message>
        <source>Weights of penalties</source>
        <translation>惩罚项权重</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>FID</source>
        <translation>FID</translation>
    </message>
    <message>
        <source>FID∞</source>
        <translation>FID∞</translation>
    </message>
    <message>
        <source>KID</source>
        <translation>KID</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精确率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>密度</translation>
    </message>
    <message>
        <source>Coverage</source>
        <translation>覆盖率</translation>
    </message>
    <message>
        <source>Sliced Wasserstein</source>
        <translation>切片 Wasserstein 距离</translation>
    </message>
    <message>
        <source>FID within classes</source>
        <translation>类内 FID</translation>
    </message>
    <message>
        <source>Inception Score</source>
        <translation>Inception 分数</translation>
    </message>
    <message>
        <source>Precision, recall, density, coverage</source>
        <translation>精确率、召回率、密度、覆盖率</translation>
    </message>
    <message>
        <source>Classification accuracy</source>
        <translation>分类准确率</translation>
    </message>
    <message>
        <source>Classification accuracy, top-5</source>
        <translation>分类准确率，前 5</translation>
    </message>
</context>
<context>
    <name>SheetGrid</name>
    <message>
        <source>Image %1</source>
        <translation>图像 %1</translation>
    </message>
    <message>
        <source>Image %1: class %2</source>
        <translation>图像 %1：类别 %2</translation>
    </message>
    <message>
        <source>Image %1: class %2, %3</source>
        <translation>图像 %1：类别 %2，%3</translation>
    </message>
</context>
<context>
    <name>Studio</name>
    <message>
        <source>gan-studio: %1 goes on training; `gan-studio %1` shows it again.</source>
        <translation>gan-studio：%1 仍在继续训练；用 `gan-studio %1` 可以再次查看。</translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Training started</source>
        <translation>训练开始</translation>
    </message>
    <message>
        <source>Training resumed from here</source>
        <translation>从此处继续训练</translation>
    </message>
    <message>
        <source>Training went on from here: %1</source>
        <translation>训练从此处继续：%1</translation>
    </message>
    <message>
        <source>Rolled back to here; later steps are superseded</source>
        <translation>已回退到此处；之后的步已被取代</translation>
    </message>
    <message>
        <source>Branched from another run</source>
        <translation>从另一个训练任务分支</translation>
    </message>
    <message>
        <source>Replay of another run started</source>
        <translation>开始重放另一个训练任务</translation>
    </message>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Roll back to the newest checkpoint</source>
        <translation>回退到最新的检查点</translation>
    </message>
    <message>
        <source>Roll back to step %1</source>
        <translation>回退到第 %1 步</translation>
    </message>
    <message>
        <source>Branch from the newest checkpoint into %1</source>
        <translation>从最新的检查点分支到 %1</translation>
    </message>
    <message>
        <source>Branch from step %1 into %2</source>
        <translation>从第 %1 步分支到 %2</translation>
    </message>
    <message>
        <source>%1 (by %2)</source>
        <translation>%1（由 %2）</translation>
    </message>
    <message>
        <source>%1 needs a restart</source>
        <translation>%1 需要重新启动</translation>
    </message>
    <message>
        <source>%1 was refused</source>
        <translation>%1 被拒绝</translation>
    </message>
    <message>
        <source>%1 may or may not have been carried out</source>
        <translation>%1 可能已执行，也可能没有</translation>
    </message>
    <message>
        <source>Checkpoint written on request and kept: %1 in %2 s</source>
        <translation>已按要求写入并保留检查点：%1，用时 %2 秒</translation>
    </message>
    <message>
        <source>Checkpoint written: %1 in %2 s</source>
        <translation>已写入检查点：%1，用时 %2 秒</translation>
    </message>
    <message>
        <source>Samples drawn, truncation %1</source>
        <translation>已生成样本，截断 %1</translation>
    </message>
    <message>
        <source>Samples drawn</source>
        <translation>已生成样本</translation>
    </message>
    <message>
        <source>CPU %1 %, memory %2, %3 free on the disk</source>
        <translation>CPU %1 %，内存 %2，磁盘剩余 %3</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>正在训练</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Diverged</source>
        <translation>已发散</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Single step</source>
        <translation>单步执行</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Roll back</source>
        <translation>回退</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>GPU %1 %, CPU %2 %, memory %3, %4 free on the disk</source>
        <translation>GPU %1 %，CPU %2 %，内存 %3，磁盘剩余 %4</translation>
    </message>
    <message>
        <source>Rank %1 on %2: %3</source>
        <translation>%2 上的 rank %1：%3</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es): %1 ms an iteration, efficiency %2 %</source>
        <translation>
            <numerusform>%n 个进程：每次迭代 %1 毫秒，效率 %2 %</numerusform>
        </translation>
    </message>
    <message>
        <source>An event that this version does not know, %1</source>
        <translation>此版本不认识的事件：%1</translation>
    </message>
    <message>
        <source>An event that this version does not know, %1: %2</source>
        <translation>此版本不认识的事件：%1（%2）</translation>
    </message>
    <message>
        <source>%1 (said %2)</source>
        <translation>%1（记录于 %2）</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Evaluated: %1; %2 pictures by features %3, in %4 s</source>
        <translation>已评估：%1；%2 张图片，特征 %3，用时 %4 秒</translation>
    </message>
    <message>
        <source>Keep the checkpoint of step %1</source>
        <translation>保留第 %1 步的检查点</translation>
    </message>
    <message>
        <source>Keep a checkpoint</source>
        <translation>保留检查点</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>what was found, what to mind</comment>
        <translation>%1；%2</translation>
    </message>
</context>
<context>
    <name>gan::Actions</name>
    <message>
        <source>%1 (%2)</source>
        <comment>what an action does, its keys</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>训练任务(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>S&amp;teer</source>
        <translation>控制(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Samples</source>
        <translation>样本(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>数据(&amp;D)</translation>
    </message>
    <message>
        <source>R&amp;un in the list</source>
        <translation>列表中的训练任务(&amp;U)</translation>
    </message>
    <message>
        <source>Keys that are pressed together are needed, once.</source>
        <translation>需要一组同时按下的按键。</translation>
    </message>
    <message>
        <source>These keys have no name here.</source>
        <translation>这些按键在此没有名称。</translation>
    </message>
    <message>
        <source>Without Ctrl, Alt or Meta only F1 to F35 can be had: the others type.</source>
        <translation>不带 Ctrl、Alt 或 Meta 时只能使用 F1 至 F35：其他按键用于输入。</translation>
    </message>
    <message>
        <source>These keys copy, cut, paste and select wherever one types.</source>
        <translation>这些按键在输入时用于复制、剪切、粘贴和全选。</translation>
    </message>
    <message>
        <source>Alt with a letter opens a menu or goes to a label.</source>
        <translation>Alt 加字母用于打开菜单或转到标签。</translation>
    </message>
</context>
<context>
    <name>gan::AlertBar</name>
    <message numerus="yes">
        <source>and %n more notice(s)</source>
        <translation>
            <numerusform>以及另外 %n 条通知</numerusform>
        </translation>
    </message>
    <message>
        <source>Dismiss all</source>
        <translation>全部关闭</translation>
    </message>
    <message>
        <source>Dismiss all notices, also those that are not shown</source>
        <translation>关闭所有通知，包括未显示的通知</translation>
    </message>
    <message>
        <source>Dismiss all notices</source>
        <translation>关闭所有通知</translation>
    </message>
</context>
<context>
    <name>gan::AlertStrip</name>
    <message>
        <source>%1: %2</source>
        <comment>severity: text</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Dismiss this notice (Esc)</source>
        <translation>关闭此通知（Esc）</translation>
    </message>
    <message>
        <source>Dismiss this notice</source>
        <translation>关闭此通知</translation>
    </message>
</context>
<context>
    <name>gan::AttachDialog</name>
    <message>
        <source>Attach to a run</source>
        <translation>连接训练任务</translation>
    </message>
    <message>
        <source>A&amp;ttach</source>
        <translation>连接(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Name in the list</source>
        <translation>列表中的名称(&amp;N)</translation>
    </message>
    <message>
        <source>Name where the engine answers: ssh://[user@]host/path, unix:/path, tcp:HOST:PORT or tls://HOST:PORT. Open run opens a folder of this computer.</source>
        <translation>请填写引擎应答的地址：ssh://[user@]host/path、unix:/path、tcp:HOST:PORT 或 tls://HOST:PORT。本机的文件夹请用“打开训练任务”。</translation>
    </message>
    <message>
        <source>Over ssh it is reached as ssh is configured for you. Anywhere else an engine must answer for the run: the one that trains it, or gan-engine serve.</source>
        <translation>通过 ssh 时按您的 ssh 配置连接。其他情况下必须有引擎为该训练任务应答：正在训练它的引擎，或 gan-engine serve。</translation>
    </message>
</context>
<context>
    <name>gan::ChartController</name>
    <message>
        <source>Linear, because some values in view are not positive</source>
        <translation>使用线性坐标，因为视图中有些值不是正数</translation>
    </message>
    <message>
        <source>Check a series in the list to see its curve.</source>
        <translation>在列表中勾选一个序列，即可查看其曲线。</translation>
    </message>
    <message>
        <source>Curves appear here once a run has recorded values.</source>
        <translation>训练任务记录数值后，曲线会显示在这里。</translation>
    </message>
</context>
<context>
    <name>gan::ChartToolBar</name>
    <message>
        <source>Chart</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>Tools of the chart</source>
        <translation>图表工具</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Zoom in (+, or the wheel; Shift and drag for a rectangle)</source>
        <translation>放大（+，或滚轮；按住 Shift 拖动可框选矩形）</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom out (−, or the wheel)</source>
        <translation>缩小（−，或滚轮）</translation>
    </message>
    <message>
        <source>Log axis</source>
        <translation>对数坐标</translation>
    </message>
    <message>
        <source>Logarithmic values, where all that are shown are positive</source>
        <translation>数值取对数坐标（所显示的值全为正数时）</translation>
    </message>
    <message>
        <source>Ignore outliers</source>
        <translation>忽略离群值</translation>
    </message>
    <message>
        <source>Ignore outliers: fit the values from the 1st to the 99th percentile</source>
        <translation>忽略离群值：按第 1 至第 99 百分位数调整显示范围</translation>
    </message>
    <message>
        <source>Superseded</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>Superseded: also show, pale, what a roll back or a continuation cut off</source>
        <translation>已被取代：同时以浅色显示因回退或继续训练而舍弃的部分</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Show the values as a table</source>
        <translation>以表格显示数值</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>By step</source>
        <translation>按步数</translation>
    </message>
    <message>
        <source>By epoch</source>
        <translation>按轮次</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>横轴</translation>
    </message>
    <message>
        <source>What the horizontal axis counts</source>
        <translation>横轴所表示的量</translation>
    </message>
    <message>
        <source>all epochs</source>
        <translation>所有轮次</translation>
    </message>
    <message>
        <source>epoch </source>
        <translation>轮次 </translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Show one epoch&apos;s iterations; epochs count from 0</source>
        <translation>显示某一轮次的迭代；轮次从 0 开始计数</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Save the chart as a picture (PNG, SVG), or the values of every step in view (CSV)</source>
        <translation>将图表保存为图片（PNG、SVG），或将可见范围内每一步的数值保存为 CSV</translation>
    </message>
    <message>
        <source>Show the whole run (0)</source>
        <translation>显示整个训练过程（0）</translation>
    </message>
    <message>
        <source>Over how much of what is in view each value is averaged; 0 shows what was recorded</source>
        <translation>每个值在可见范围的多大比例上取平均；0 显示记录的原值</translation>
    </message>
    <message>
        <source> %</source>
        <comment>of what is in view</comment>
        <translation> %</translation>
    </message>
    <message>
        <source>Smoothing, in percent of what is in view</source>
        <translation>平滑，占可见范围的百分比</translation>
    </message>
</context>
<context>
    <name>gan::CheckpointChoice</name>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>评分</translation>
    </message>
    <message>
        <source>Marks</source>
        <translation>标记</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Part of the run</source>
        <translation>所属部分</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>healthy</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>best: of all scores of the run&apos;s line; kept: it stays whatever comes; healthy: the newest from before a trouble began</source>
        <translation>最佳：当前主线上评分最好的；保留：无论如何都会留下；健康：问题出现之前最新的一个</translation>
    </message>
    <message>
        <source>superseded</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>current</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>A later roll back or resume left this part of the run.</source>
        <translation>之后的回退或继续训练舍弃了训练任务的这一部分。</translation>
    </message>
</context>
<context>
    <name>gan::ClassStrip</name>
    <message>
        <source>%1 generated pictures</source>
        <translation>%1 张生成的图片</translation>
    </message>
</context>
<context>
    <name>gan::ClassesModel</name>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>FID within it</source>
        <translation>类内 FID</translation>
    </message>
    <message>
        <source>Real</source>
        <translation>真实</translation>
    </message>
    <message>
        <source>Generated</source>
        <translation>生成</translation>
    </message>
</context>
<context>
    <name>gan::CommandField</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>The same as a shell command</source>
        <translation>等效的 shell 命令</translation>
    </message>
    <message>
        <source>Copies the command, to be run in a shell here or on another machine</source>
        <translation>复制此命令，以便在本机或其他机器的 shell 中运行</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
    <message>
        <source>What the button below does, as a command for a shell</source>
        <translation>下面的按钮所做的事，写成 shell 命令</translation>
    </message>
</context>
<context>
    <name>gan::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>您想做什么？</translation>
    </message>
    <message>
        <source>Search commands</source>
        <translation>搜索命令</translation>
    </message>
    <message>
        <source>No command has these words.</source>
        <translation>没有包含这些词的命令。</translation>
    </message>
</context>
<context>
    <name>gan::CompareDialog</name>
    <message>
        <source>Compare runs</source>
        <translation>比较训练任务</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the runs</source>
        <translation>搜索训练任务</translation>
    </message>
    <message>
        <source>Runs to compare</source>
        <translation>要比较的训练任务</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>There are not two runs in the list. Add folder of runs shows those of a folder.</source>
        <translation>列表中不足两个训练任务。“添加训练任务文件夹”会显示一个文件夹中的训练任务。</translation>
    </message>
    <message>
        <source>Check two runs or more.</source>
        <translation>请勾选两个或更多训练任务。</translation>
    </message>
    <message numerus="yes">
        <source>%n runs at most can be compared.</source>
        <translation>
            <numerusform>最多可以比较 %n 个训练任务。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>gan::ComparisonChart</name>
    <message>
        <source>By step</source>
        <translation>按步数</translation>
    </message>
    <message>
        <source>By epoch</source>
        <translation>按轮次</translation>
    </message>
    <message>
        <source>By time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>By branch point</source>
        <translation>按分支点</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>对齐方式</translation>
    </message>
    <message>
        <source>What the runs have in common where their curves lie above one another; at its branch point a branch left its parent</source>
        <translation>各训练任务的曲线以什么为准上下对齐；分支点是分支离开其父训练任务之处</translation>
    </message>
    <message>
        <source>&amp;Smoothed</source>
        <translation>平滑(&amp;S)</translation>
    </message>
    <message>
        <source>Average each value over 2 % of what is in view; otherwise what was recorded is shown</source>
        <translation>每个值在可见范围的 2 % 上取平均；否则显示记录的原值</translation>
    </message>
    <message>
        <source>&amp;Log axis</source>
        <translation>对数坐标(&amp;L)</translation>
    </message>
    <message>
        <source>Logarithmic values, where all that are shown are positive</source>
        <translation>数值取对数坐标（所显示的值全为正数时）</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>Show all of the runs (0)</source>
        <translation>显示各训练任务的全部 (0)</translation>
    </message>
    <message>
        <source>Curves of the compared runs</source>
        <translation>所比较训练任务的曲线</translation>
    </message>
    <message>
        <source>Steps since the branch point</source>
        <translation>自分支点起的步数</translation>
    </message>
    <message>
        <source>Curves appear here once the runs have been read.</source>
        <translation>读完训练任务后，曲线会显示在这里。</translation>
    </message>
    <message>
        <source>Check a series in the list to see its curves.</source>
        <translation>在列表中勾选一个序列即可看到它的曲线。</translation>
    </message>
    <message>
        <source>None of the runs has values of what is chosen.</source>
        <translation>所选的序列在这些训练任务中都没有值。</translation>
    </message>
    <message>
        <source>Linear where some values in view are not positive</source>
        <translation>可见的值中有非正数之处用线性坐标</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Write the chart as a picture, a drawing or values, or copy it</source>
        <translation>把图表写成图片、矢量图或数值，或复制图表</translation>
    </message>
    <message>
        <source>&amp;Export chart …</source>
        <translation>导出图表(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Copy chart</source>
        <translation>复制图表(&amp;C)</translation>
    </message>
    <message>
        <source>The arrow keys left and right move the view, up and down lead to other series; + and − zoom; Home and End go to the first and newest step; 0 shows all. Ctrl and an arrow move the cursor; Escape takes it away.</source>
        <translation>左右方向键移动视图，上下方向键转到其他序列；+ 和 − 缩放；Home 和 End 转到第一步和最新一步；0 显示全部。按 Ctrl 加方向键移动光标；Esc 取消光标。</translation>
    </message>
    <message>
        <source>There is nothing to save: the chart shows no curve.</source>
        <translation>没有可保存的内容：图表中没有曲线。</translation>
    </message>
    <message>
        <source>%1 has no suffix that says what to write. Choose a name that ends in .png, .svg or .csv.</source>
        <translation>%1 没有说明写成何种格式的后缀。请选择以 .png、.svg 或 .csv 结尾的名称。</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
</context>
<context>
    <name>gan::ComparisonCursor</name>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>%1 after the start</source>
        <translation>开始后 %1</translation>
    </message>
    <message>
        <source>%1 steps after the branch point</source>
        <translation>分支点后 %1 步</translation>
    </message>
</context>
<context>
    <name>gan::ComparisonWindow</name>
    <message numerus="yes">
        <source>Comparison of %n runs — GAN Studio</source>
        <translation>
            <numerusform>%n 个训练任务的比较 — GAN Studio</numerusform>
        </translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较的内容</translation>
    </message>
    <message>
        <source>&amp;Curves</source>
        <translation>曲线(&amp;C)</translation>
    </message>
    <message>
        <source>S&amp;ettings</source>
        <translation>设置(&amp;E)</translation>
    </message>
    <message>
        <source>Sam&amp;ples</source>
        <translation>样本(&amp;P)</translation>
    </message>
    <message>
        <source>%1 cannot be compared: %2</source>
        <translation>无法比较 %1：%2</translation>
    </message>
    <message>
        <source>Scores of %1 are not drawn, because they are not by the same images as those of %2.</source>
        <translation>未绘制 %1 的分数，因为它们与 %2 的分数不是用相同的图像得出的。</translation>
    </message>
    <message>
        <source>All values of all steps (*.csv)</source>
        <translation>所有步的所有数值 (*.csv)</translation>
    </message>
    <message>
        <source>Export the chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Picture (*.png);;Drawing (*.svg);;Values in view, one row a step (*.csv)</source>
        <translation>图片 (*.png);;矢量图 (*.svg);;可见的数值，每步一行 (*.csv)</translation>
    </message>
    <message>
        <source>The values were written to %1.</source>
        <translation>数值已写入 %1。</translation>
    </message>
    <message>
        <source>The chart was written to %1.</source>
        <translation>图表已写入 %1。</translation>
    </message>
    <message>
        <source>The chart is on the clipboard.</source>
        <translation>图表已复制到剪贴板。</translation>
    </message>
</context>
<context>
    <name>gan::ConfigurationModel</name>
    <message>
        <source>–</source>
        <comment>the setting means nothing in this run</comment>
        <translation>–</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Name in files</source>
        <translation>文件中的名称</translation>
    </message>
</context>
<context>
    <name>gan::ConfigurationView</name>
    <message>
        <source>&amp;All settings</source>
        <translation>所有设置(&amp;A)</translation>
    </message>
    <message>
        <source>Also show the settings that are the same in all runs; those that differ are bold then</source>
        <translation>同时显示在所有训练任务中都相同的设置；此时不同的设置用粗体</translation>
    </message>
    <message>
        <source>Settings of the compared runs</source>
        <translation>所比较训练任务的设置</translation>
    </message>
    <message>
        <source>Copy the chosen lines with Ctrl+C</source>
        <translation>Ctrl+C 复制选中的行</translation>
    </message>
    <message>
        <source>The runs have the same settings.</source>
        <translation>这些训练任务的设置相同。</translation>
    </message>
</context>
<context>
    <name>gan::ConfusionModel</name>
    <message>
        <source>test images</source>
        <translation>测试图像</translation>
    </message>
    <message>
        <source>validation images</source>
        <translation>验证图像</translation>
    </message>
    <message>
        <source>training images</source>
        <translation>训练图像</translation>
    </message>
    <message>
        <source>Step %1 · %2 %3 of %4 · top-1 %5 %, top-5 %6 %, loss %7</source>
        <comment>step, number, which images, data, shares, loss</comment>
        <translation>第 %1 步 · %4 的 %2 张%3 · top-1 %5 %，top-5 %6 %，损失 %7</translation>
    </message>
    <message>
        <source>%1 of %2 images of %3 were called %4 (%5 %)</source>
        <comment>number, all, class, name, share</comment>
        <translation>%3 的 %2 张图像中有 %1 张被判为 %4（%5 %）</translation>
    </message>
</context>
<context>
    <name>gan::ConfusionPanel</name>
    <message>
        <source>Classes, and what their images were called</source>
        <translation>类别，及其图像被判为什么</translation>
    </message>
    <message>
        <source>Tests</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <comment>step, time</comment>
        <translation>第 %1 步，%2</translation>
    </message>
    <message>
        <source>A row is a class, a column what its images were called. Choose a cell to see its images.</source>
        <translation>每行是一个类别，每列是其图像被判为的类别。选择一个单元格即可查看其图像。</translation>
    </message>
    <message>
        <source>No images of this cell were kept.</source>
        <translation>没有保存该单元格的图像。</translation>
    </message>
    <message>
        <source>The picture of its images cannot be read; test the run again.</source>
        <translation>无法读取其图像的图片；请重新测试该训练任务。</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Checkpoint to be tested</source>
        <translation>要测试的检查点</translation>
    </message>
    <message>
        <source>Images that it is tested by</source>
        <translation>用于测试的图像</translation>
    </message>
    <message>
        <source>&amp;Test this checkpoint</source>
        <translation>测试此检查点(&amp;T)</translation>
    </message>
    <message>
        <source>Judge it by images that it was not trained on, in a process beside the run</source>
        <translation>用未参与训练的图像评判它，由任务旁的一个进程进行</translation>
    </message>
    <message>
        <source>No test yet: “Test this checkpoint” judges one by images that it was not trained on; what it takes for what appears here.</source>
        <translation>尚无测试：“测试此检查点”用未参与训练的图像评判一个检查点；哪些类别被认作哪些类别会显示在这里。</translation>
    </message>
    <message>
        <source>Newest checkpoint</source>
        <translation>最新检查点</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Tests under way</source>
        <translation>正在进行的测试</translation>
    </message>
</context>
<context>
    <name>gan::CountsModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
</context>
<context>
    <name>gan::DataField</name>
    <message>
        <source>Built-in shapes</source>
        <translation>内置形状</translation>
    </message>
    <message>
        <source>IDX files</source>
        <translation>IDX 文件</translation>
    </message>
    <message>
        <source>Source of the images</source>
        <translation>图像来源</translation>
    </message>
    <message>
        <source>File or folder of images</source>
        <translation>图像文件或文件夹</translation>
    </message>
    <message>
        <source>Drop a file or folder of images here, or choose one</source>
        <translation>将图像文件或文件夹拖放到此处，或进行选择</translation>
    </message>
    <message>
        <source>Real images</source>
        <translation>真实图像</translation>
    </message>
    <message>
        <source>File …</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Folder …</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>The program draws coloured shapes itself; no files are needed.</source>
        <translation>程序自行绘制彩色形状；不需要任何文件。</translation>
    </message>
    <message>
        <source>%1 grey images of %2 × %3 px.</source>
        <translation>%1 张 %2 × %3 像素的灰度图像。</translation>
    </message>
    <message>
        <source>%1 coloured images of %2 × %3 px.</source>
        <translation>%1 张 %2 × %3 像素的彩色图像。</translation>
    </message>
    <message>
        <source>Pictures in a folder</source>
        <translation>文件夹中的图片</translation>
    </message>
    <message>
        <source>CIFAR files</source>
        <translation>CIFAR 文件</translation>
    </message>
    <message>
        <source>NumPy archive</source>
        <translation>NumPy 归档</translation>
    </message>
    <message>
        <source>Pictures in S3</source>
        <translation>S3 中的图片</translation>
    </message>
    <message>
        <source>HDF5 file</source>
        <translation>HDF5 文件</translation>
    </message>
    <message>
        <source>A folder of pictures, flat or with a subfolder for each class; the folder of MNIST&apos;s or CIFAR&apos;s files; an IDX, .npz or HDF5 file.</source>
        <translation>图片文件夹（直接存放，或每类一个子文件夹）；MNIST 或 CIFAR 文件所在的文件夹；IDX、.npz 或 HDF5 文件。</translation>
    </message>
    <message>
        <source>The engine looks into this file when the run starts.</source>
        <translation>训练开始时，引擎会查看此文件。</translation>
    </message>
    <message>
        <source>%1 pictures of %2 classes; the first one has %3 × %4 px.</source>
        <translation>%1 张图片，共 %2 类；第一张为 %3 × %4 像素。</translation>
    </message>
    <message>
        <source>%1 pictures without classes; the first one has %2 × %3 px.</source>
        <translation>%1 张图片，没有类别；第一张为 %2 × %3 像素。</translation>
    </message>
    <message>
        <source>Choose a folder of pictures, the folder of MNIST&apos;s or CIFAR&apos;s files, or an IDX, .npz, HDF5 or tar file.</source>
        <translation>请选择图片文件夹、MNIST 或 CIFAR 文件所在的文件夹，或者 IDX、.npz、HDF5 或 tar 文件。</translation>
    </message>
    <message>
        <source>On %1, a path begins with / or ~/.</source>
        <translation>%1 上的路径须以 / 或 ~/ 开头。</translation>
    </message>
    <message>
        <source>A file or folder of images on %1</source>
        <translation>%1 上的图像文件或文件夹</translation>
    </message>
    <message>
        <source>The engine on %1 looks there when the run starts.</source>
        <translation>%1 上的引擎会在训练启动时查看那里。</translation>
    </message>
</context>
<context>
    <name>gan::DataModel</name>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Width × height</source>
        <translation>宽 × 高</translation>
    </message>
    <message>
        <source>%1 other sizes</source>
        <translation>其他 %1 种尺寸</translation>
    </message>
</context>
<context>
    <name>gan::DataPanel</name>
    <message>
        <source>%1 ± %2</source>
        <comment>mean, standard deviation</comment>
        <translation>%1 ± %2</translation>
    </message>
    <message>
        <source>%1 × %2 px</source>
        <translation>%1 × %2 像素</translation>
    </message>
    <message>
        <source>none could be read</source>
        <translation>没有可读取的图像</translation>
    </message>
    <message>
        <source>%1 to %2, %3 different</source>
        <translation>%1 至 %2，共 %3 种</translation>
    </message>
    <message>
        <source>Folder …</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Choose a folder of images to look at</source>
        <translation>选择要查看的图像文件夹</translation>
    </message>
    <message>
        <source>File …</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>The run&apos;s images</source>
        <translation>训练任务的图像</translation>
    </message>
    <message>
        <source>Show what the open run trains on</source>
        <translation>显示打开的训练任务所用的图像</translation>
    </message>
    <message>
        <source>Inspect</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Reads every image once, in a process of its own</source>
        <translation>在单独的进程中将每张图像读取一遍</translation>
    </message>
    <message>
        <source>Measure loading</source>
        <translation>测量加载速度</translation>
    </message>
    <message>
        <source>Loads batches with 0, 1, 2, 4 … threads and says how many are enough</source>
        <translation>用 0、1、2、4 … 个线程加载批次，并给出多少个就够用</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Stops looking at these images</source>
        <translation>停止查看这些图像</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>New run with this data …</source>
        <translation>用此数据新建训练任务…</translation>
    </message>
    <message>
        <source>Opens the form of a new run, filled in for these images</source>
        <translation>打开新建训练任务的表单，并按这些图像填好</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Inspect counts the sizes of the images.</source>
        <translation>“检查”会统计图像的尺寸。</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>已损坏</translation>
    </message>
    <message>
        <source>Every image that was looked at could be read.</source>
        <translation>查看过的图像都可以读取。</translation>
    </message>
    <message>
        <source>Equal</source>
        <translation>相同</translation>
    </message>
    <message>
        <source>No image that was looked at equals another one.</source>
        <translation>查看过的图像中没有相同的图像。</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>加载</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>检查结果</translation>
    </message>
    <message>
        <source>As the network sees them</source>
        <translation>网络所见的图像</translation>
    </message>
    <message>
        <source>Inspect draws some of them here, cropped and resized as for training.</source>
        <translation>“检查”会在此处显示其中一些图像，按训练时的方式裁剪和缩放。</translation>
    </message>
    <message>
        <source>Speed of loading</source>
        <translation>加载速度</translation>
    </message>
    <message>
        <source>Measure loading finds out how many threads are enough.</source>
        <translation>“测量加载速度”可以得知多少个线程就够用。</translation>
    </message>
    <message>
        <source>Opens the form of a new run with this number of loading threads</source>
        <translation>打开新建训练任务的表单，并填入此加载线程数</translation>
    </message>
    <message>
        <source>No images are chosen.</source>
        <translation>未选择图像。</translation>
    </message>
    <message>
        <source>Images of the run: %1</source>
        <translation>训练任务的图像：%1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Images: %1, of them grey: %2</source>
        <translation>图像：%1 张，其中灰度图像 %2 张</translation>
    </message>
    <message>
        <source>Images: %1</source>
        <translation>图像：%1 张</translation>
    </message>
    <message>
        <source>Sizes: %1</source>
        <translation>尺寸：%1</translation>
    </message>
    <message>
        <source>Colours, 0 to 255: red %1, green %2, blue %3</source>
        <translation>颜色（0 至 255）：红 %1，绿 %2，蓝 %3</translation>
    </message>
    <message>
        <source>More loading threads than %1 gain little.</source>
        <translation>加载线程超过 %1 个后，速度提升很小。</translation>
    </message>
    <message>
        <source>New run with %1 …</source>
        <translation>用 %1 个线程新建训练任务…</translation>
    </message>
    <message>
        <source>Drop a folder or a file of images on the window, or choose one with Folder or File, to see what is in it.</source>
        <translation>将图像文件夹或文件拖放到窗口上，或用“文件夹”或“文件”选择，即可查看其中的内容。</translation>
    </message>
    <message>
        <source>The images are being read; what they are appears here.</source>
        <translation>正在读取图像；结果会显示在这里。</translation>
    </message>
    <message>
        <source>Inspect reads every image once and shows what they are: counts, classes, sizes, colours, damaged and equal ones, and what would spoil a run.</source>
        <translation>“检查”会将每张图像读取一遍，并显示其情况：数量、类别、尺寸、颜色、损坏和相同的图像，以及会影响训练的问题。</translation>
    </message>
    <message>
        <source>Choose a file of images to look at: IDX, .npz, HDF5 or tar</source>
        <translation>选择要查看的图像文件：IDX、.npz、HDF5 或 tar</translation>
    </message>
    <message>
        <source>%1 loading threads were the most that were tried; more may be faster.</source>
        <translation>最多试过 %1 个加载线程；更多线程也许更快。</translation>
    </message>
    <message>
        <source>These images have no labels. To have some, keep each class in a folder of its own, or add a file of labels.</source>
        <translation>这些图像没有标签。若需要标签，请将每个类别放在各自的文件夹中，或添加标签文件。</translation>
    </message>
    <message>
        <source>Colours: none could be read</source>
        <translation>颜色：没有可读取的图像</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <comment>kind of files, how many, names</comment>
        <translation>%1：%2（%3）</translation>
    </message>
    <message>
        <source>Passed over, because they are no pictures that can be read: %1</source>
        <translation>因不是可读取的图片而跳过：%1</translation>
    </message>
</context>
<context>
    <name>gan::DataStore</name>
    <message>
        <source>%1 equal images</source>
        <translation>%1 张相同的图像</translation>
    </message>
    <message>
        <source>built-in shapes</source>
        <translation>内置形状</translation>
    </message>
    <message>
        <source>Loading …</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 images</source>
        <translation>%1 / %2 张图像</translation>
    </message>
    <message>
        <source>The preset %1 fits: grey images of %2 px.</source>
        <translation>预设 %1 适用：%2 像素的灰度图像。</translation>
    </message>
    <message>
        <source>The preset %1 fits: coloured images of %2 px.</source>
        <translation>预设 %1 适用：%2 像素的彩色图像。</translation>
    </message>
    <message>
        <source>%1 Smaller images are enlarged for it.</source>
        <translation>%1较小的图像会为此放大。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>empty files</source>
        <translation>空文件</translation>
    </message>
    <message>
        <source>video</source>
        <translation>视频</translation>
    </message>
    <message>
        <source>files that may not be read</source>
        <translation>无权读取的文件</translation>
    </message>
    <message>
        <source>other files</source>
        <translation>其他文件</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <comment>a path, a computer</comment>
        <translation>%2 上的 %1</translation>
    </message>
</context>
<context>
    <name>gan::DesktopBus</name>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
</context>
<context>
    <name>gan::DesktopPresence</name>
    <message>
        <source>%1 is being trained</source>
        <translation>正在训练 %1</translation>
    </message>
    <message>
        <source>The engine is gone, at step %1.</source>
        <translation>引擎已不存在，停在第 %1 步。</translation>
    </message>
    <message>
        <source>The training is finished, at step %1.</source>
        <translation>训练已完成，停在第 %1 步。</translation>
    </message>
    <message>
        <source>The training has failed, at step %1.</source>
        <translation>训练失败，停在第 %1 步。</translation>
    </message>
    <message>
        <source>The training has diverged, at step %1.</source>
        <translation>训练已发散，停在第 %1 步。</translation>
    </message>
    <message>
        <source>Show the &amp;window</source>
        <translation>显示窗口(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Close the window; trainings go on</source>
        <translation>关闭窗口，训练继续(&amp;C)</translation>
    </message>
    <message>
        <source>the engine is gone</source>
        <translation>引擎已不存在</translation>
    </message>
    <message>
        <source>%1: %2, step %3</source>
        <translation>%1：%2，第 %3 步</translation>
    </message>
</context>
<context>
    <name>gan::DirectionsView</name>
    <message>
        <source>Kind of directions</source>
        <translation>方向的种类</translation>
    </message>
    <message>
        <source>Number of the first direction</source>
        <translation>第一个方向的编号</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>复位</translation>
    </message>
    <message>
        <source>Mi&amp;x in parts</source>
        <translation>混入部分(&amp;X)</translation>
    </message>
    <message>
        <source>Mix in parts of another latent</source>
        <translation>混入另一个潜变量的若干部分</translation>
    </message>
    <message>
        <source>First part</source>
        <translation>第一部分</translation>
    </message>
    <message>
        <source>Last part</source>
        <translation>最后一部分</translation>
    </message>
    <message>
        <source>Seed of the other latent</source>
        <translation>另一个潜变量的种子</translation>
    </message>
    <message>
        <source>SeFa: along which the generator&apos;s first layer is the most sensitive; PCA: along which what that layer makes of 10,000 latents differs the most</source>
        <translation>SeFa：生成器第一层最敏感的方向；PCA：该层由 10,000 个潜变量得到的输出差异最大的方向</translation>
    </message>
    <message>
        <source>from </source>
        <comment>a number follows</comment>
        <translation>从 </translation>
    </message>
    <message>
        <source>The sliders are for this direction and those behind it</source>
        <translation>滑块对应这个方向及其后面的方向</translation>
    </message>
    <message>
        <source>Take the point back along all directions</source>
        <translation>让点沿所有方向退回</translation>
    </message>
    <message>
        <source>Direction %1</source>
        <translation>方向 %1</translation>
    </message>
    <message>
        <source>How far the point is moved; Page Up and Page Down take large steps</source>
        <translation>点移动的距离；按 Page Up 和 Page Down 大步移动</translation>
    </message>
    <message>
        <source>The generator takes its latent in parts; some of them come from another latent</source>
        <translation>生成器分部分接收潜变量；其中一些部分来自另一个潜变量</translation>
    </message>
    <message>
        <source>to </source>
        <comment>a number follows</comment>
        <translation>到 </translation>
    </message>
    <message>
        <source>of seed</source>
        <translation>来自种子</translation>
    </message>
    <message>
        <source>SeFa</source>
        <translation>SeFa</translation>
    </message>
    <message>
        <source>PCA</source>
        <translation>PCA</translation>
    </message>
    <message>
        <source>The directions are being found out …</source>
        <translation>正在求取方向…</translation>
    </message>
    <message>
        <source>The first layer of this generator has no directions.</source>
        <translation>这个生成器的第一层没有方向。</translation>
    </message>
    <message>
        <source>%1 · %2 %</source>
        <comment>number of a direction, its share</comment>
        <translation>%1 · %2 %</translation>
    </message>
</context>
<context>
    <name>gan::Divider</name>
    <message>
        <source>Divider between %1 and %2</source>
        <translation>%1与%2之间的分隔条</translation>
    </message>
    <message>
        <source>%1 is left of it, %2 right. The arrow keys left and right move it, with Ctrl, or Page Up and Page Down, further; Home and End move it as far as it goes.</source>
        <translation>左侧是%1，右侧是%2。左右方向键移动它，按住 Ctrl 再按方向键，或按 Page Up 和 Page Down，移动得更远；Home 和 End 移到尽头。</translation>
    </message>
    <message>
        <source>%1 is above it, %2 below. The arrow keys up and down move it, with Ctrl, or Page Up and Page Down, further; Home and End move it as far as it goes.</source>
        <translation>上方是%1，下方是%2。上下方向键移动它，按住 Ctrl 再按方向键，或按 Page Up 和 Page Down，移动得更远；Home 和 End 移到尽头。</translation>
    </message>
</context>
<context>
    <name>gan::EngineField</name>
    <message>
        <source>Where gan-engine is on that computer, if a login there does not find it by its name</source>
        <translation>那台计算机上 gan-engine 的位置（登录后按名称找不到它时填写）</translation>
    </message>
    <message>
        <source>&amp;Engine there</source>
        <translation>那里的引擎(&amp;E)</translation>
    </message>
</context>
<context>
    <name>gan::EvaluateDialog</name>
    <message>
        <source>Evaluate a checkpoint</source>
        <translation>评估检查点</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Checkpoint</source>
        <translation>检查点(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>权重(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Features</source>
        <translation>特征(&amp;F)</translation>
    </message>
    <message>
        <source>in-domain: a classifier that is trained once on the run&apos;s own images; or a file or a classifier&apos;s run folder on the run&apos;s host, as gan-engine evaluate --features takes it</source>
        <translation>in-domain：用该训练任务自己的图像训练一次的分类器；或训练任务所在主机上的文件或分类器训练任务文件夹，与 gan-engine evaluate --features 接受的相同</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>评分</translation>
    </message>
    <message>
        <source>Of a draw; only scores of as many pictures compare</source>
        <translation>每次抽取的数量；只有图片数量相同的评分才可比较</translation>
    </message>
    <message>
        <source>&amp;Pictures</source>
        <translation>图片数(&amp;P)</translation>
    </message>
    <message>
        <source>Repetitions with other samples: each score is their mean, and the error bar their deviation</source>
        <translation>用其他样本重复的次数：每个评分取平均值，误差线为其标准差</translation>
    </message>
    <message>
        <source>&amp;Draws</source>
        <translation>抽取次数(&amp;D)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>A row of scores for each, as in 0.2, 0.4, 0.7, 1; 0 is none</source>
        <translation>每个值一行评分，例如 0.2, 0.4, 0.7, 1；0 表示不截断</translation>
    </message>
    <message>
        <source>&amp;Truncations</source>
        <translation>截断(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Statistics</source>
        <translation>统计量(&amp;S)</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>That the pictures get in turn, such as 3 or 0,7-9</source>
        <translation>图片依次使用的类别，例如 3 或 0,7-9</translation>
    </message>
    <message>
        <source>C&amp;lasses</source>
        <translation>类别(&amp;L)</translation>
    </message>
    <message>
        <source>newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>averaged</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>running</source>
        <translation>滑动</translation>
    </message>
    <message>
        <source>standing</source>
        <translation>standing</translation>
    </message>
    <message>
        <source>of a batch</source>
        <translation>单批</translation>
    </message>
    <message>
        <source>Choose at least one score.</source>
        <translation>请至少选择一个评分。</translation>
    </message>
    <message>
        <source>Truncations are different numbers from 0 on, between commas, as in 0.2, 0.4, 1; found “%1”.</source>
        <translation>截断应为从 0 起互不相同的数，以逗号分隔，例如 0.2, 0.4, 1；实际为“%1”。</translation>
    </message>
    <message>
        <source>Finding out what it takes …</source>
        <translation>正在估算所需的时间和空间…</translation>
    </message>
    <message>
        <source>%1 pictures pass through networks · about %2, beside the run</source>
        <comment>number, time</comment>
        <translation>%1 张图片经过网络 · 约 %2，与训练任务同时进行</translation>
    </message>
    <message>
        <source>Step %1: %2 pictures pass through networks · about %3, beside the run</source>
        <comment>step, number, time</comment>
        <translation>第 %1 步：%2 张图片经过网络 · 约 %3，与训练任务同时进行</translation>
    </message>
    <message>
        <source>Classification accuracy score: how many of the run&apos;s own images a classifier names rightly that has seen the drawn pictures alone. It is trained anew for each draw and truncation, which takes minutes</source>
        <translation>分类准确率评分：只见过抽取图片的分类器能正确分类该训练任务自己的图像的比例。每次抽取和每个截断值都重新训练，需要几分钟</translation>
    </message>
    <message>
        <source>How numbers of a latent are kept near 0. redraw: those beyond the truncation are drawn again; scaled redraw: the truncation multiplies numbers within 2, as DeepMind&apos;s BigGAN does; scale: it multiplies all numbers, as BigGAN-PyTorch does. Only scores of one kind compare</source>
        <translation>如何使潜变量的数值靠近 0。redraw：重新抽取超出截断值的数；scaled redraw：用截断值乘以 2 以内的数，与 DeepMind 的 BigGAN 相同；scale：乘以所有数，与 BigGAN-PyTorch 相同。只有同一种方式的评分才可比较</translation>
    </message>
    <message>
        <source>Truncation &amp;kind</source>
        <translation>截断方式(&amp;K)</translation>
    </message>
    <message>
        <source>redraw</source>
        <translation>redraw</translation>
    </message>
    <message>
        <source>scaled redraw</source>
        <translation>scaled redraw</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>scale</translation>
    </message>
    <message>
        <source>Classification accuracy is of no features, by which scores are kept side by side: choose another score beside it.</source>
        <translation>分类准确率不属于任何特征，而评分按特征并列保存：请同时选择另一个评分。</translation>
    </message>
    <message>
        <source>How pictures are brought to the network&apos;s size, by the program that does it so. biggan goes with torchvision&apos;s Inception alone, and a classifier takes pictures as it was trained on them. Only scores of one way compare</source>
        <translation>如何把图片缩放到网络的输入尺寸，以采用该方式的程序命名。biggan 只适用于 torchvision 的 Inception，分类器则按其训练时的方式接受图片。只有缩放方式相同的评分才能比较</translation>
    </message>
    <message>
        <source>&amp;Resized as</source>
        <translation>缩放方式(&amp;R)</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>惯用</translation>
    </message>
    <message>
        <source> px</source>
        <translation> 像素</translation>
    </message>
    <message>
        <source>Height and width that a network in TorchScript takes, 299 px unless somebody says otherwise</source>
        <translation>TorchScript 网络所接受的图片高度和宽度，未另行指定时为 299 像素</translation>
    </message>
    <message>
        <source>&amp;Input size</source>
        <translation>输入尺寸(&amp;I)</translation>
    </message>
</context>
<context>
    <name>gan::EvaluationModel</name>
    <message>
        <source>%1 has no scores yet: evaluate one of its checkpoints as this run&apos;s are.</source>
        <translation>%1 还没有评分：请像本训练任务一样评估它的某个检查点。</translation>
    </message>
    <message>
        <source>step %1: %2 %3</source>
        <comment>step, name of a score, its value</comment>
        <translation>第 %1 步：%2 %3</translation>
    </message>
    <message>
        <source>, truncation %1</source>
        <translation>，截断 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>run, what it has</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>none</source>
        <comment>no truncation</comment>
        <translation>无</translation>
    </message>
    <message>
        <source>, recall %1</source>
        <translation>，召回率 %1</translation>
    </message>
    <message>
        <source>Precision over recall: up is more lifelike, right is more varied</source>
        <translation>精确率对召回率：越靠上越逼真，越靠右越多样</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>name of a score, its value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>第 %1 步：%2</translation>
    </message>
    <message>
        <source>; over %1 draws</source>
        <translation>；%1 次抽取</translation>
    </message>
    <message>
        <source>; truncation %1</source>
        <translation>；截断 %1</translation>
    </message>
    <message>
        <source>; took %1</source>
        <translation>；用时 %1</translation>
    </message>
    <message>
        <source>; its checkpoint is gone</source>
        <translation>；其检查点已不在</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>按请求</translation>
    </message>
    <message>
        <source>in training</source>
        <translation>训练中</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>These are scores of the %1, and pictures of this run are drawn with the %2: those would be of another generator.</source>
        <translation>这些评分属于%1，而该训练任务的图片用%2绘制：那会是另一个生成器的图片。</translation>
    </message>
    <message>
        <source>The scores of %1 do not compare with these, because they are of another kind: %2. Evaluate it by the features, with the weights and statistics and as many pictures as stand above.</source>
        <translation>%1 的评分与这些不可比较，因为它们属于另一种：%2。请按上面所示的特征、权重、统计量和图片数量评估它。</translation>
    </message>
</context>
<context>
    <name>gan::EvaluationPanel</name>
    <message>
        <source>Features that judge</source>
        <translation>用于评判的特征</translation>
    </message>
    <message>
        <source>Run beside this one</source>
        <translation>并列比较的训练任务</translation>
    </message>
    <message>
        <source>E&amp;valuate …</source>
        <translation>评估(&amp;V)…</translation>
    </message>
    <message>
        <source>Judge a checkpoint, in a process beside the run</source>
        <translation>评估某个检查点，在训练任务之外的进程中进行</translation>
    </message>
    <message>
        <source>Scores that are drawn</source>
        <translation>所绘的评分</translation>
    </message>
    <message>
        <source>Views of the scores</source>
        <translation>评分的视图</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Scores over steps</source>
        <translation>评分随步数</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Scores over truncations</source>
        <translation>评分随截断</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>召回率</translation>
    </message>
    <message>
        <source>Precision over recall</source>
        <translation>精确率对召回率</translation>
    </message>
    <message>
        <source>Classes, worst first</source>
        <translation>类别，最差的在前</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>E&amp;xplore</source>
        <translation>探索(&amp;X)</translation>
    </message>
    <message>
        <source>Look about in the latent space of this checkpoint</source>
        <translation>在该检查点的潜空间中探索</translation>
    </message>
    <message>
        <source>&amp;Go on from here …</source>
        <translation>从这里继续(&amp;G)…</translation>
    </message>
    <message>
        <source>Let the training go on from this checkpoint</source>
        <translation>让训练从该检查点继续</translation>
    </message>
    <message>
        <source>B&amp;ranch …</source>
        <translation>分支(&amp;R)…</translation>
    </message>
    <message>
        <source>Make a new run that goes on from this checkpoint</source>
        <translation>新建一个从该检查点继续的训练任务</translation>
    </message>
    <message>
        <source>&amp;Judged by</source>
        <translation>评判依据(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Beside</source>
        <translation>并列(&amp;B)</translation>
    </message>
    <message>
        <source>Nothing is known of single classes here: evaluate this checkpoint with FID within classes among its scores.</source>
        <translation>这里还没有各类别的评分：请评估该检查点，并勾选类内 FID。</translation>
    </message>
    <message>
        <source>One truncation is known of this step: evaluate it with several, such as 0.2, 0.4, 0.7, 1, to see the curve.</source>
        <translation>该步只有一个截断的评分：请用多个截断评估它，例如 0.2, 0.4, 0.7, 1，即可看到曲线。</translation>
    </message>
    <message>
        <source>No precision and recall are known: evaluate with prdc among the metrics.</source>
        <translation>还没有精确率和召回率：请在评估时勾选 prdc 指标。</translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation>随步数</translation>
    </message>
    <message>
        <source>Over truncations</source>
        <translation>随截断</translation>
    </message>
    <message>
        <source>Precision, recall</source>
        <translation>精确率与召回率</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Worst class: %1, FID %2</source>
        <translation>最差的类别：%1，FID %2</translation>
    </message>
    <message>
        <source>Best class: %1, FID %2</source>
        <translation>最好的类别：%1，FID %2</translation>
    </message>
    <message>
        <source>No scores yet: “Evaluate” judges a checkpoint now, and with “Evaluate every” in Steer the training has its pictures judged every so many steps.</source>
        <translation>还没有评分：“评估”会立即评判某个检查点；在操控面板设置“评估间隔”后，训练会每隔若干步让人评判其图片。</translation>
    </message>
    <message>
        <source>no other run</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Table of scores</source>
        <translation>评分表</translation>
    </message>
    <message>
        <source>No pictures of it: they are drawn while its checkpoint stands.</source>
        <translation>没有该类别的图片：检查点还在时才会绘制。</translation>
    </message>
</context>
<context>
    <name>gan::EvaluationsStore</name>
    <message>
        <source>A classifier makes no pictures that could be judged.</source>
        <translation>分类器不生成可供评判的图片。</translation>
    </message>
    <message>
        <source>The scores of %1 cannot be read: %2</source>
        <translation>无法读取 %1 的评分：%2</translation>
    </message>
    <message>
        <source>%1 was trained on other images than this run, so its scores are measured against others. Choose a run of the same images.</source>
        <translation>%1 用的训练图像与本训练任务不同，因此其评分的对照也不同。请选择使用相同图像的训练任务。</translation>
    </message>
    <message>
        <source>%1 makes pictures of %2 × %2 px and this run of %3 × %3 px, so their scores do not compare. Choose a run of the same size and colours.</source>
        <translation>%1 生成 %2 × %2 像素的图片，而本训练任务为 %3 × %3 像素，因此评分不可比较。请选择尺寸和颜色相同的训练任务。</translation>
    </message>
    <message>
        <source>The run is not open yet.</source>
        <translation>该训练任务尚未打开。</translation>
    </message>
    <message>
        <source>The evaluation is tried out on its host, and begins in a moment.</source>
        <translation>正在其主机上试算这项评估，稍后即开始。</translation>
    </message>
    <message>
        <source>The evaluation has begun. It goes on when the window is closed.</source>
        <translation>评估已开始。关闭窗口后它会继续。</translation>
    </message>
    <message>
        <source>The evaluation does not begin: %1</source>
        <translation>评估未能开始：%1</translation>
    </message>
    <message>
        <source>%1 brings its images to their size otherwise than this run (%2 here, %3 there), so their scores do not compare. Choose a run that cuts and resizes them alike.</source>
        <translation>%1 将图像变为其尺寸的方式与本次训练不同（此处为 %2，那里为 %3），因此两者的评分不可比较。请选择裁剪与缩放方式相同的训练。</translation>
    </message>
</context>
<context>
    <name>gan::ExplorerControls</name>
    <message>
        <source>%1, %2</source>
        <comment>class number, its name</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>种子</translation>
    </message>
    <message>
        <source>New seed</source>
        <translation>新种子</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Class to mix in</source>
        <translation>要混入的类别</translation>
    </message>
    <message>
        <source>How much of the second class</source>
        <translation>第二个类别的占比</translation>
    </message>
    <message>
        <source>Truncation</source>
        <translation>截断</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>统计量</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>快照</translation>
    </message>
    <message>
        <source>Another seed, drawn at random</source>
        <translation>随机换一个种子</translation>
    </message>
    <message>
        <source>S&amp;eed</source>
        <translation>种子(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Class</source>
        <translation>类别(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Mixed with</source>
        <translation>混入(&amp;M)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Smaller values give more typical and less varied pictures</source>
        <translation>值越小，图片越典型，变化越少</translation>
    </message>
    <message>
        <source>&amp;Truncation</source>
        <translation>截断(&amp;T)</translation>
    </message>
    <message>
        <source>Stat&amp;istics</source>
        <translation>统计量(&amp;I)</translation>
    </message>
    <message>
        <source>With which statistics batch normalisations make the picture</source>
        <translation>批归一化用哪种统计量生成图片</translation>
    </message>
    <message>
        <source>S&amp;napshot</source>
        <translation>快照(&amp;N)</translation>
    </message>
    <message>
        <source>Whose weights make the picture</source>
        <translation>用哪一份权重生成图片</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>滑动统计量</translation>
    </message>
    <message>
        <source>Of one batch</source>
        <translation>单个批次</translation>
    </message>
    <message>
        <source>Standing</source>
        <translation>定型统计量</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>不对比</translation>
    </message>
    <message>
        <source>Snapshot to compare with</source>
        <translation>用于对比的快照</translation>
    </message>
    <message>
        <source>C&amp;ompared with</source>
        <translation>对比(&amp;O)</translation>
    </message>
    <message>
        <source>Whose weights make the picture on the right of a divider</source>
        <translation>分隔线右侧的图片由哪一份权重生成</translation>
    </message>
</context>
<context>
    <name>gan::ExplorerStore</name>
    <message>
        <source>The process that made the pictures was lost; another one has taken over.</source>
        <translation>生成图片的进程已丢失；另一个进程已接替。</translation>
    </message>
</context>
<context>
    <name>gan::ExportDialog</name>
    <message>
        <source>Make a film</source>
        <translation>制作影片</translation>
    </message>
    <message>
        <source>Export samples</source>
        <translation>导出样本</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Finding out what it takes …</source>
        <translation>正在估算所需的时间和空间…</translation>
    </message>
    <message>
        <source>The first of the export</source>
        <translation>导出内容的开头</translation>
    </message>
    <message>
        <source>The first of the export, small</source>
        <translation>导出内容的开头（缩小）</translation>
    </message>
    <message>
        <source>Make a sheet</source>
        <translation>制作图表</translation>
    </message>
    <message>
        <source>Export the kept points</source>
        <translation>导出保留的点</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 幅图片</translation>
    </message>
    <message>
        <source>%1 · about %2 · about %3</source>
        <comment>pictures or rows, size, time</comment>
        <translation>%1 · 约 %2 · 约 %3</translation>
    </message>
    <message>
        <source>%1 of step %2 · about %3 · about %4</source>
        <comment>pictures or rows, step, size, time</comment>
        <translation>%1（第 %2 步） · 约 %3 · 约 %4</translation>
    </message>
    <message>
        <source>Shown above with the statistics that training kept; the export has those that are chosen in Explore.</source>
        <translation>上面按训练保留的统计量显示；导出内容使用在“探索”中选择的统计量。</translation>
    </message>
    <message>
        <source>The first of it is being made …</source>
        <translation>正在生成开头部分…</translation>
    </message>
</context>
<context>
    <name>gan::ExportDialogs</name>
    <message>
        <source>Cancel the export</source>
        <translation>取消导出</translation>
    </message>
    <message>
        <source>Cancel this export, which has worked for %1?</source>
        <translation>此导出已运行 %1，要取消吗？</translation>
    </message>
    <message>
        <source>What was made of it is removed.</source>
        <translation>已生成的内容会被删除。</translation>
    </message>
    <message>
        <source>&amp;Cancel the export</source>
        <translation>取消导出(&amp;C)</translation>
    </message>
    <message>
        <source>Remove the export</source>
        <translation>删除导出</translation>
    </message>
    <message>
        <source>Remove this export with its files?</source>
        <translation>要删除此导出及其文件吗？</translation>
    </message>
    <message>
        <source>What was fetched or copied elsewhere stays.</source>
        <translation>已取回或复制到别处的内容会保留。</translation>
    </message>
    <message>
        <source>&amp;Remove it</source>
        <translation>删除(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keep it</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>No program here shows folders; the files lie in %1.</source>
        <translation>这里没有能显示文件夹的程序；文件位于 %1。</translation>
    </message>
    <message>
        <source>Folder for the files</source>
        <translation>存放文件的文件夹</translation>
    </message>
</context>
<context>
    <name>gan::ExportForm</name>
    <message>
        <source>&amp;Number</source>
        <translation>数量(&amp;N)</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>点</translation>
    </message>
    <message numerus="yes">
        <source>%n kept</source>
        <comment>points</comment>
        <translation>
            <numerusform>保留了 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>PNG</source>
        <translation>PNG</translation>
    </message>
    <message>
        <source>JPEG</source>
        <translation>JPEG</translation>
    </message>
    <message>
        <source>WebP</source>
        <translation>WebP</translation>
    </message>
    <message>
        <source>NPZ for guided-diffusion and StudioGAN</source>
        <translation>NPZ，供 guided-diffusion 和 StudioGAN 使用</translation>
    </message>
    <message>
        <source>NPZ for BigGAN-PyTorch</source>
        <translation>NPZ，供 BigGAN-PyTorch 使用</translation>
    </message>
    <message>
        <source>A &amp;folder for each class</source>
        <translation>每个类别一个文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Film</source>
        <translation>影片</translation>
    </message>
    <message>
        <source>%1 keyframes, %2 s, %3 pictures a second</source>
        <translation>%1 个关键帧，%2 秒，每秒 %3 幅图片</translation>
    </message>
    <message>
        <source>MP4</source>
        <translation>MP4</translation>
    </message>
    <message>
        <source>GIF</source>
        <translation>GIF</translation>
    </message>
    <message>
        <source>PNG, a file for each picture</source>
        <translation>PNG，每幅图片一个文件</translation>
    </message>
    <message>
        <source>× </source>
        <comment>a factor follows</comment>
        <translation>× </translation>
    </message>
    <message>
        <source>Pixels along each side that a pixel becomes</source>
        <translation>每个像素在每条边上变成的像素数</translation>
    </message>
    <message>
        <source>&amp;Enlarged</source>
        <translation>放大(&amp;E)</translation>
    </message>
    <message>
        <source>Classes, a row each</source>
        <translation>类别，每类一行</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Through training, a checkpoint a row</source>
        <translation>训练过程，每个检查点一行</translation>
    </message>
    <message>
        <source>From one latent to another</source>
        <translation>从一个潜变量到另一个</translation>
    </message>
    <message>
        <source>From one class to another</source>
        <translation>从一个类别到另一个</translation>
    </message>
    <message>
        <source>From one latent and class to others</source>
        <translation>潜变量和类别同时变化</translation>
    </message>
    <message>
        <source>Along directions of SeFa</source>
        <translation>沿 SeFa 方向</translation>
    </message>
    <message>
        <source>Along directions of PCA</source>
        <translation>沿 PCA 方向</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>种类(&amp;K)</translation>
    </message>
    <message>
        <source>as many as there are</source>
        <translation>有多少就多少</translation>
    </message>
    <message>
        <source>&amp;Rows</source>
        <translation>行数(&amp;R)</translation>
    </message>
    <message>
        <source>Colu&amp;mns</source>
        <translation>列数(&amp;M)</translation>
    </message>
    <message>
        <source>The same seed gives the same pictures</source>
        <translation>相同的种子得到相同的图片</translation>
    </message>
    <message>
        <source>S&amp;eed</source>
        <translation>种子(&amp;E)</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>That the pictures get in turn, such as 3 or 0,7-9</source>
        <translation>图片依次使用的类别，例如 3 或 0,7-9</translation>
    </message>
    <message>
        <source>&amp;Classes</source>
        <translation>类别(&amp;C)</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>&amp;Truncation</source>
        <translation>截断(&amp;T)</translation>
    </message>
    <message>
        <source>Whose weights make the pictures</source>
        <translation>由哪一步的权重生成图片</translation>
    </message>
    <message>
        <source>Sna&amp;pshot</source>
        <translation>快照(&amp;P)</translation>
    </message>
    <message>
        <source>F&amp;ormat</source>
        <translation>格式(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Quality</source>
        <translation>质量(&amp;Q)</translation>
    </message>
    <message numerus="yes">
        <source>O&amp;f the kept points (%n)</source>
        <translation>
            <numerusform>用 %n 个保留的点(&amp;F)</numerusform>
        </translation>
    </message>
    <message>
        <source>O&amp;f the explored point</source>
        <translation>用正在探索的点(&amp;F)</translation>
    </message>
    <message>
        <source>of each point its own; the newest where it names none</source>
        <translation>各点使用自己的快照；未注明的使用最新的</translation>
    </message>
    <message>
        <source>Snapshot</source>
        <translation>快照</translation>
    </message>
</context>
<context>
    <name>gan::ExportsModel</name>
    <message>
        <source>%1 points, %2</source>
        <comment>number, format</comment>
        <translation>%1 个点，%2</translation>
    </message>
    <message>
        <source>%1 samples in class folders, %2</source>
        <translation>%1 个样本，按类别分文件夹，%2</translation>
    </message>
    <message>
        <source>%1 samples, %2</source>
        <translation>%1 个样本，%2</translation>
    </message>
    <message>
        <source>Film of %1 s, %2</source>
        <translation>%1 秒的影片，%2</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1，第 %2 步</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>running, %1 left</source>
        <comment>time</comment>
        <translation>正在进行，还需 %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>fetching, %1 %</source>
        <translation>正在取回，%1 %</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>正在等待</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>cancelled</source>
        <translation>已取消</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>what, state</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>%1 points in class folders, %2</source>
        <translation>%1 个点，按类别分文件夹，%2</translation>
    </message>
    <message>
        <source>Sheet of classes, %1</source>
        <translation>类别图表，%1</translation>
    </message>
    <message>
        <source>Sheet of samples, %1</source>
        <translation>样本图表，%1</translation>
    </message>
    <message>
        <source>Sheet through training, %1</source>
        <translation>训练过程图表，%1</translation>
    </message>
    <message>
        <source>Sheet of interpolations, %1</source>
        <translation>插值图表，%1</translation>
    </message>
    <message>
        <source>Sheet of directions, %1</source>
        <translation>方向图表，%1</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
</context>
<context>
    <name>gan::ExportsPanel</name>
    <message>
        <source>Export samples …</source>
        <translation>导出样本…</translation>
    </message>
    <message>
        <source>Write many pictures into files</source>
        <translation>把许多图片写入文件</translation>
    </message>
    <message>
        <source>Make film …</source>
        <translation>制作影片…</translation>
    </message>
    <message>
        <source>Write the film of the timeline into a file</source>
        <translation>把时间线的影片写入文件</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>Show the files of the chosen export (Enter)</source>
        <translation>显示所选导出的文件（回车）</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Go on with the chosen export, which was broken off</source>
        <translation>继续所选的、被中断的导出</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>End the chosen export and remove what was made of it (Delete)</source>
        <translation>结束所选导出，并删除已生成的部分（Delete）</translation>
    </message>
    <message>
        <source>Exports of the run</source>
        <translation>此运行的导出</translation>
    </message>
    <message>
        <source>Columns of the list of exports</source>
        <translation>导出列表的各列</translation>
    </message>
    <message>
        <source>Fetch …</source>
        <translation>取回…</translation>
    </message>
    <message>
        <source>Bring the files of the chosen export to this machine (Enter)</source>
        <translation>把所选导出的文件取到本机（回车）</translation>
    </message>
    <message>
        <source>The exports are being listed …</source>
        <translation>正在列出导出 …</translation>
    </message>
    <message>
        <source>Make sheet …</source>
        <translation>制作图表…</translation>
    </message>
    <message>
        <source>Write many small pictures into one</source>
        <translation>把许多小图片写进一幅图片</translation>
    </message>
    <message>
        <source>No exports yet: samples, films and sheets that are made here go on when the window is closed, and are found here again.</source>
        <translation>还没有导出：在这里制作的样本、影片和图表在窗口关闭后会继续，之后仍可在这里找到。</translation>
    </message>
    <message>
        <source>Stop fetching</source>
        <translation>停止取回</translation>
    </message>
    <message>
        <source>Leave the files where they are that have not come yet (Delete)</source>
        <translation>尚未取回的文件留在原处（Delete）</translation>
    </message>
    <message>
        <source>Remove …</source>
        <translation>删除…</translation>
    </message>
    <message>
        <source>Remove the chosen export with its files (Delete)</source>
        <translation>删除所选导出及其文件（Delete）</translation>
    </message>
</context>
<context>
    <name>gan::ExportsStore</name>
    <message>
        <source>There is no film yet: put two points or more into the timeline of Explore.</source>
        <translation>还没有影片：请在“探索”的时间线中放入两个或更多的点。</translation>
    </message>
    <message>
        <source>The export has begun. It goes on when the window is closed.</source>
        <translation>导出已开始。关闭窗口后它会继续。</translation>
    </message>
    <message>
        <source>The export does not begin: %1</source>
        <translation>导出没有开始：%1</translation>
    </message>
    <message>
        <source>The files of the export lie in %1 now.</source>
        <translation>导出的文件现在位于 %1。</translation>
    </message>
    <message>
        <source>The export is tried out on its host, and begins in a moment.</source>
        <translation>正在导出所在的主机上试做，片刻后开始。</translation>
    </message>
    <message>
        <source>The shelf is empty: keep a point of Explore first.</source>
        <translation>架子是空的：请先在“探索”中保留一个点。</translation>
    </message>
    <message>
        <source>Fetching has ended. What came of the export lies in %1, and the rest is fetched if you choose that folder again.</source>
        <translation>取回已停止。已取回的部分位于 %1；再次选择该文件夹即可取回其余部分。</translation>
    </message>
</context>
<context>
    <name>gan::FaultsModel</name>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>问题</translation>
    </message>
</context>
<context>
    <name>gan::FilmPreview</name>
    <message>
        <source>Picture %1 of %2 of the film</source>
        <translation>影片第 %1 张，共 %2 张</translation>
    </message>
</context>
<context>
    <name>gan::Filmstrip</name>
    <message>
        <source>Filmstrip of all sheets</source>
        <translation>所有样本图的缩略图条</translation>
    </message>
</context>
<context>
    <name>gan::ForecastField</name>
    <message>
        <source>Some iterations are tried: %1 of up to %2 …</source>
        <translation>正在试跑迭代：第 %1 次，最多 %2 次…</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>停止测量</translation>
    </message>
    <message>
        <source>Tries no more iterations</source>
        <translation>不再试跑迭代</translation>
    </message>
    <message>
        <source>An engine is starting, to try some iterations …</source>
        <translation>正在启动引擎，以试跑若干次迭代…</translation>
    </message>
    <message>
        <source>Find out &amp;what it takes</source>
        <translation>估算所需资源(&amp;W)</translation>
    </message>
    <message>
        <source>Tries some iterations here, of which nothing is kept, and says what time, memory and disk the run will take</source>
        <translation>在本机试跑若干次迭代（不保留任何结果），给出此训练任务所需的时间、内存和磁盘空间</translation>
    </message>
    <message>
        <source>About %1 (%2 to %3) · %4 of memory · %5 of disk</source>
        <comment>time, from, to, sizes</comment>
        <translation>约 %1（%2 至 %3）· 内存 %4 · 磁盘 %5</translation>
    </message>
    <message>
        <source>Without end: no steps and no epochs are set · %1 of memory</source>
        <translation>没有终点：未设置步数和轮次 · 内存 %1</translation>
    </message>
    <message>
        <source>Only %1 of disk are free there.</source>
        <translation>该处磁盘仅剩 %1 可用空间。</translation>
    </message>
    <message>
        <source>Batches of up to %1 images fit in memory.</source>
        <translation>内存可容纳的批大小最多为 %1 张图像。</translation>
    </message>
    <message>
        <source>Batches of %1 images do not fit in memory, those of up to %2 do.</source>
        <translation>内存容纳不下每批 %1 张图像，最多可容纳每批 %2 张。</translation>
    </message>
    <message>
        <source>Set it so</source>
        <translation>照此设置</translation>
    </message>
    <message>
        <source>Sets batch size and accumulation to what makes an update of so many images</source>
        <translation>把批大小和梯度累积次数设为使每次更新恰好用这么多图像的值</translation>
    </message>
    <message>
        <source>as it is set</source>
        <translation>按当前设置</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Images an update</source>
        <translation>每次更新的图像数</translation>
    </message>
    <message>
        <source>Also finds out how so many images of one update, of all processes together, are accumulated from batches that fit in memory</source>
        <translation>同时求出如何用内存放得下的批累积成一次更新所需的这么多图像（所有进程合计）</translation>
    </message>
    <message>
        <source>Price a device-hour</source>
        <translation>每设备小时价格</translation>
    </message>
    <message>
        <source>Also says what the time costs, where a device (a GPU, or a machine without one) costs so much an hour</source>
        <translation>同时给出费用：一个设备（一块 GPU，或一台没有 GPU 的机器）每小时的价格</translation>
    </message>
    <message numerus="yes">
        <source>It costs about %1: %n device(s) at %2 an hour.</source>
        <comment>cost, devices, price</comment>
        <translation>
            <numerusform>费用约 %1：%n 个设备，每小时 %2。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 images an update: batches of %2, accumulation %3.</source>
        <translation>每次更新 %1 张图像：批大小 %2，累积 %3 次。</translation>
    </message>
    <message>
        <source>%1 images an update do not fit, nor equal parts of them.</source>
        <translation>每次更新 %1 张图像放不下，其等分也放不下。</translation>
    </message>
    <message>
        <source>No evaluation can be made: %1</source>
        <translation>无法进行评估：%1</translation>
    </message>
    <message>
        <source>It ends before its first evaluation.</source>
        <translation>训练在首次评估之前结束。</translation>
    </message>
    <message numerus="yes">
        <source>%n evaluation(s) of %1 pictures: about %2 each, %3 in all.</source>
        <comment>pictures, time of one, time of all</comment>
        <translation>
            <numerusform>%n 次评估，每次 %1 张图片：每次约 %2，共约 %3。</numerusform>
        </translation>
    </message>
    <message>
        <source>An evaluation of %1 pictures takes about %2.</source>
        <comment>pictures, time</comment>
        <translation>一次 %1 张图片的评估约需 %2。</translation>
    </message>
    <message>
        <source>The first one takes about %1 more, to train the classifier of these images.</source>
        <translation>首次评估另需约 %1，用于训练这些图像的分类器。</translation>
    </message>
    <message>
        <source>The first one takes about %1 more, for the real images.</source>
        <translation>首次评估另需约 %1，用于计算真实图像。</translation>
    </message>
    <message>
        <source>Training waits for them.</source>
        <translation>训练会等待评估完成。</translation>
    </message>
    <message>
        <source>Training goes on beside them and comes first, so that they may take longer.</source>
        <translation>训练与评估同时进行且优先，因此评估可能需要更长时间。</translation>
    </message>
    <message numerus="yes">
        <source>%n more evaluation(s) fall due while another one runs, and are left out.</source>
        <translation>
            <numerusform>另有 %n 次评估到期时前一次仍在进行，因此跳过。</numerusform>
        </translation>
    </message>
    <message>
        <source>The end waits about %1 for the last one.</source>
        <translation>训练结束后还需等待约 %1，直到最后一次评估完成。</translation>
    </message>
</context>
<context>
    <name>gan::GalleryTools</name>
    <message>
        <source>No real images are known for this run.</source>
        <translation>此训练任务没有可用的真实图像。</translation>
    </message>
    <message>
        <source>What to compare the chosen sheet with; no real images are known for this run</source>
        <translation>与所选样本图对比的内容；此训练任务没有可用的真实图像</translation>
    </message>
    <message>
        <source>Zoom out (-)</source>
        <translation>缩小（-）</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>放大（+）</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Size of a pixel of the picture on the screen (0 fits, 1 to 9, Ctrl+wheel)</source>
        <translation>图片的一个像素在屏幕上的大小（0 为适应窗口，1 至 9，Ctrl+滚轮）</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Picture beside the chosen sheet</source>
        <translation>所选样本图旁边的图片</translation>
    </message>
    <message>
        <source>Filmstrip</source>
        <translation>缩略图条</translation>
    </message>
    <message>
        <source>Show all sheets as a row of small pictures (F)</source>
        <translation>将所有样本图显示为一排小图（F）</translation>
    </message>
    <message>
        <source>Save the large picture as a PNG file</source>
        <translation>将大图保存为 PNG 文件</translation>
    </message>
    <message>
        <source>Save the picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>1:1</source>
        <translation>1:1</translation>
    </message>
    <message>
        <source>%1×</source>
        <comment>zoom factor</comment>
        <translation>%1×</translation>
    </message>
    <message>
        <source>Nothing beside</source>
        <translation>不对比</translation>
    </message>
    <message>
        <source>Newest beside</source>
        <translation>与最新样本对比</translation>
    </message>
    <message>
        <source>Real images beside</source>
        <translation>与真实图像对比</translation>
    </message>
    <message>
        <source>What to compare the chosen sheet with; R shows real images in its place while it is held</source>
        <translation>与所选样本图对比的内容；按住 R 时在原处显示真实图像</translation>
    </message>
</context>
<context>
    <name>gan::GoOnDialog</name>
    <message>
        <source>&amp;All settings</source>
        <translation>所有设置(&amp;A)</translation>
    </message>
    <message>
        <source>Go on from a checkpoint</source>
        <translation>从检查点继续</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>Train &amp;on</source>
        <translation>接着训练(&amp;O)</translation>
    </message>
    <message>
        <source>Roll ba&amp;ck</source>
        <translation>回退(&amp;C)</translation>
    </message>
    <message>
        <source>Bra&amp;nch</source>
        <translation>分支(&amp;N)</translation>
    </message>
    <message>
        <source>Search in all settings</source>
        <translation>在所有设置中搜索</translation>
    </message>
    <message>
        <source>Also the settings that are seldom changed.</source>
        <translation>也显示很少更改的设置。</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>训练长度</translation>
    </message>
    <message>
        <source>&amp;Length</source>
        <translation>训练长度(&amp;L)</translation>
    </message>
    <message>
        <source>as the run says</source>
        <translation>按训练任务的设定</translation>
    </message>
    <message>
        <source>longer by steps</source>
        <translation>延长若干步</translation>
    </message>
    <message>
        <source>longer by epochs</source>
        <translation>延长若干轮</translation>
    </message>
    <message>
        <source>until step</source>
        <translation>训练到第几步</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>多少</translation>
    </message>
    <message>
        <source>New run &amp;folder</source>
        <translation>新训练任务的文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>New run folder</source>
        <translation>新训练任务的文件夹</translation>
    </message>
    <message>
        <source>An engine goes on with this run from the checkpoint. What came after it stays in the run, as superseded.</source>
        <translation>引擎从该检查点继续此训练任务。其后的内容保留在训练任务中，标记为已被取代。</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>Training goes on from the checkpoint. What came after it stays in the run, as superseded.</source>
        <translation>从该检查点继续训练。其后的内容保留在训练任务中，标记为已被取代。</translation>
    </message>
    <message>
        <source>&amp;Roll back</source>
        <translation>回退(&amp;R)</translation>
    </message>
    <message>
        <source>A new run is made that goes on from the checkpoint; this one stays as it is. Resume trains it.</source>
        <translation>新建一个从该检查点继续的训练任务；当前任务保持不变。用“继续训练”可开始训练新任务。</translation>
    </message>
    <message>
        <source>&amp;Branch</source>
        <translation>分支(&amp;B)</translation>
    </message>
    <message>
        <source>Choose a checkpoint: the one that was chosen is not kept any more.</source>
        <translation>请选择一个检查点：之前选中的检查点已不再保留。</translation>
    </message>
    <message>
        <source>Looking …</source>
        <translation>正在查看…</translation>
    </message>
    <message>
        <source>There is no checkpoint yet. Make one with Checkpoint.</source>
        <translation>还没有检查点。请用“检查点”写入一个。</translation>
    </message>
    <message>
        <source>There is no checkpoint. Resume begins a run that has none from new weights.</source>
        <translation>没有检查点。没有检查点的训练任务，“继续训练”会从新的权重开始。</translation>
    </message>
    <message>
        <source>A setting is marked: mend it first.</source>
        <translation>有一项设置已被标出：请先改正。</translation>
    </message>
    <message>
        <source>This checkpoint does not say how long an epoch is: give the length in steps.</source>
        <translation>此检查点没有说明一轮有多长：请以步数指定训练长度。</translation>
    </message>
    <message>
        <source>Name a folder for the new run.</source>
        <translation>请为新的训练任务指定一个文件夹。</translation>
    </message>
    <message>
        <source>%1 exists already. Name a new folder.</source>
        <translation>%1 已存在。请指定一个新文件夹。</translation>
    </message>
    <message>
        <source>Nothing changes.</source>
        <translation>没有更改。</translation>
    </message>
    <message>
        <source>One setting changes there.</source>
        <translation>在那里更改一项设置。</translation>
    </message>
    <message numerus="yes">
        <source>%n settings change there.</source>
        <translation>
            <numerusform>在那里更改 %n 项设置。</numerusform>
        </translation>
    </message>
    <message>
        <source>New run &amp;folder there</source>
        <translation>那里的新训练任务文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Name the whole path on %1: it begins with /.</source>
        <translation>请写出 %1 上以 / 开头的完整路径。</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>gan::HostDialog</name>
    <message>
        <source>never</source>
        <translation>从未</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>连接(&amp;C)</translation>
    </message>
    <message>
        <source>Log in there and list the runs (Enter)</source>
        <translation>登录那里并列出训练任务（Enter）</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Re&amp;name …</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Call the connection something else (F2)</source>
        <translation>给连接另起名称（F2）</translation>
    </message>
    <message>
        <source>Remo&amp;ve</source>
        <translation>移除(&amp;V)</translation>
    </message>
    <message>
        <source>Forget the connection (Delete)</source>
        <translation>忘记此连接（Delete）</translation>
    </message>
    <message>
        <source>Words that the listed runs have in their names</source>
        <translation>所列训练任务名称中包含的词</translation>
    </message>
    <message>
        <source>Runs there</source>
        <translation>那里的训练任务</translation>
    </message>
    <message>
        <source>Runs of another computer</source>
        <translation>其他计算机的训练任务</translation>
    </message>
    <message>
        <source>&amp;Address</source>
        <translation>地址(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>C&amp;lose</source>
        <translation>关闭(&amp;L)</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>Columns of the list of connections</source>
        <translation>连接列表的列</translation>
    </message>
    <message>
        <source>Find in names</source>
        <translation>在名称中查找</translation>
    </message>
    <message>
        <source>Columns of the list of runs</source>
        <translation>训练任务列表的列</translation>
    </message>
    <message>
        <source>Rename the connection</source>
        <translation>重命名连接</translation>
    </message>
    <message>
        <source>Name of the connection; empty, it says where it leads:</source>
        <translation>连接的名称；留空则显示它通向何处：</translation>
    </message>
    <message>
        <source>The runs of a computer are listed over ssh: ssh://[user@]host/path of the folder that holds them. Attach to a run reaches a single one.</source>
        <translation>计算机上的训练任务通过 ssh 列出：请填写包含它们的文件夹 ssh://[用户@]主机/路径。“连接训练任务”可连接单个任务。</translation>
    </message>
    <message>
        <source>Connecting to %1 …</source>
        <translation>正在连接 %1 …</translation>
    </message>
    <message>
        <source>There are no runs in %1 on %2.</source>
        <translation>%2 上的 %1 中没有训练任务。</translation>
    </message>
    <message>
        <source>No contact with %1, which is tried again and again: what is listed may be so no longer. %2</source>
        <translation>与 %1 失去联系，正在不断重试：列出的内容可能已经不同。%2</translation>
    </message>
</context>
<context>
    <name>gan::JobListModel</name>
    <message>
        <source>waiting again</source>
        <translation>再次等待</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>正在等待</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在运行</translation>
    </message>
    <message>
        <source>ending</source>
        <translation>正在结束</translation>
    </message>
    <message>
        <source>Job %1</source>
        <translation>作业 %1</translation>
    </message>
    <message>
        <source>Job %1, %2, %3</source>
        <translation>作业 %1，%2，%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>How often the job went back into the queue</source>
        <translation>作业重新排队的次数</translation>
    </message>
    <message>
        <source>Job</source>
        <translation>作业</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Why it waits</source>
        <translation>等待原因</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>机器数</translation>
    </message>
    <message>
        <source>Requeued</source>
        <translation>重新排队</translation>
    </message>
    <message>
        <source>held</source>
        <translation>已挂起</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>suspended</source>
        <translation>已暂停</translation>
    </message>
</context>
<context>
    <name>gan::JobPanel</name>
    <message>
        <source>&amp;Open the run</source>
        <translation>打开训练任务(&amp;O)</translation>
    </message>
    <message>
        <source>Shows the run that the job trains (Enter)</source>
        <translation>显示此作业所训练的训练任务（Enter）</translation>
    </message>
    <message>
        <source>C&amp;ancel job …</source>
        <translation>取消作业(&amp;A)…</translation>
    </message>
    <message>
        <source>Takes the job out of the queue, or ends it</source>
        <translation>将作业移出队列，或结束它</translation>
    </message>
    <message>
        <source>Slurm jobs</source>
        <translation>Slurm 作业</translation>
    </message>
    <message>
        <source>Columns of the list of jobs</source>
        <translation>作业列表的列</translation>
    </message>
    <message>
        <source>Whose Slurm is asked</source>
        <translation>查询哪台计算机的 Slurm</translation>
    </message>
    <message>
        <source>The computer whose jobs are listed</source>
        <translation>列出哪台计算机的作业</translation>
    </message>
</context>
<context>
    <name>gan::JobStore</name>
    <message>
        <source>%1 of %2</source>
        <comment>time spent of the time allowed</comment>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>There is no Slurm on this machine: start GAN Studio where its programs are, and your jobs are listed here.</source>
        <translation>这台机器上没有 Slurm：请在有 Slurm 程序的机器上启动 GAN Studio，您的作业就会列在这里。</translation>
    </message>
    <message>
        <source>This may be out of date. %1</source>
        <translation>此信息可能已过时。%1</translation>
    </message>
    <message>
        <source>Asking Slurm …</source>
        <translation>正在询问 Slurm…</translation>
    </message>
    <message>
        <source>None of your jobs waits or runs. New Slurm job … in the menu Run submits one.</source>
        <translation>没有正在等待或运行的作业。用“训练任务”菜单中的“新建 Slurm 作业…”可提交一个。</translation>
    </message>
    <message>
        <source>up to %1</source>
        <comment>time allowed</comment>
        <translation>最长 %1</translation>
    </message>
</context>
<context>
    <name>gan::KeysPage</name>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>无(&amp;N)</translation>
    </message>
    <message>
        <source>The action is to have no keys.</source>
        <translation>取消该操作的快捷键。</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>默认(&amp;D)</translation>
    </message>
    <message>
        <source>The action is to have the keys that it has at first.</source>
        <translation>恢复该操作最初的快捷键。</translation>
    </message>
    <message>
        <source>All to de&amp;fault</source>
        <translation>全部恢复默认(&amp;F)</translation>
    </message>
    <message>
        <source>Every action is to have the keys that it has at first.</source>
        <translation>恢复所有操作最初的快捷键。</translation>
    </message>
    <message>
        <source>Actions and their keys</source>
        <translation>操作及其快捷键</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Press the new keys together; they hold when they were released for a second.</source>
        <translation>请同时按下新的按键；松开一秒后生效。</translation>
    </message>
    <message>
        <source>%1 ▸ %2</source>
        <comment>menu, entry</comment>
        <translation>%1 ▸ %2</translation>
    </message>
    <message>
        <source>Keys of %1</source>
        <translation>“%1”的快捷键</translation>
    </message>
    <message>
        <source>%1 has these keys. Give it others first, or none.</source>
        <translation>这些按键属于“%1”。请先给它换上别的按键，或取消它的快捷键。</translation>
    </message>
    <message>
        <source>%1 is not taken: %2</source>
        <comment>keys, why</comment>
        <translation>未采用 %1：%2</translation>
    </message>
</context>
<context>
    <name>gan::LastingLines</name>
    <message>
        <source>The line follows the newest weights, so that its picture changes while the run is trained: no checkpoint was written. %1</source>
        <translation>这行文字跟随最新权重，因此训练期间其图片会变化：没有写入检查点。%1</translation>
    </message>
    <message>
        <source>The line brings back this picture as long as the run keeps the checkpoint of step %1. %2</source>
        <translation>在该训练任务保留第 %1 步的检查点期间，这行文字都能还原这张图片。%2</translation>
    </message>
    <message>
        <source>Nobody knows yet whether the checkpoint of step %1 is kept for the line; the run&apos;s journal will say so. %2</source>
        <translation>还不知道是否为这行文字保留了第 %1 步的检查点；训练任务的日志会说明。%2</translation>
    </message>
    <message>
        <source>Nobody knows yet whether a checkpoint was written for the line, which follows the newest weights until the run&apos;s journal says so. %1</source>
        <translation>还不知道是否为这行文字写入了检查点；在训练任务的日志说明之前，它跟随最新权重。%1</translation>
    </message>
</context>
<context>
    <name>gan::LatentExplorer</name>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Put this point on the shelf below</source>
        <translation>把这个点放到下方的架子上</translation>
    </message>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy the picture to the clipboard</source>
        <translation>把图片复制到剪贴板</translation>
    </message>
    <message>
        <source>Copy line</source>
        <translation>复制文本行</translation>
    </message>
    <message>
        <source>Copy the line of text that brings back this point</source>
        <translation>复制能够重现这个点的一行文本</translation>
    </message>
    <message>
        <source>Paste line</source>
        <translation>粘贴文本行</translation>
    </message>
    <message>
        <source>Show the point whose line of text is on the clipboard</source>
        <translation>显示剪贴板中那行文本所表示的点</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take the chosen point off the shelf (Delete)</source>
        <translation>把选中的点从架子上移除（Delete）</translation>
    </message>
    <message>
        <source>The first picture is being made …</source>
        <translation>正在生成第一张图片……</translation>
    </message>
    <message>
        <source>%1 — made by the weights of step %2</source>
        <translation>%1 —— 由第 %2 步的权重生成</translation>
    </message>
    <message>
        <source>Shelf</source>
        <translation>收藏架</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Through training</source>
        <translation>训练历程</translation>
    </message>
    <message>
        <source>To the timeline</source>
        <translation>放到时间线</translation>
    </message>
    <message>
        <source>Make the chosen point the next keyframe of a film</source>
        <translation>把所选的点作为影片的下一个关键帧</translation>
    </message>
    <message>
        <source>%1 — left made by the weights of step %2, right of step %3</source>
        <translation>%1 — 左侧由第 %2 步的权重生成，右侧由第 %3 步的权重生成</translation>
    </message>
    <message>
        <source>Directions</source>
        <translation>方向</translation>
    </message>
    <message>
        <source>Photo</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Nearest</source>
        <translation>最近邻</translation>
    </message>
    <message>
        <source>Exports</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Export all …</source>
        <translation>全部导出…</translation>
    </message>
    <message>
        <source>Write the pictures of all kept points into files</source>
        <translation>把所有保留点的图片写入文件</translation>
    </message>
</context>
<context>
    <name>gan::LatentPlane</name>
    <message>
        <source>Place between four samples of the seed</source>
        <translation>在该种子的四个样本之间的位置</translation>
    </message>
    <message>
        <source>Drag, or press the arrow keys (with Shift in large steps): the picture is mixed from four samples of the seed, one at each corner</source>
        <translation>拖动或按方向键（按住 Shift 步幅更大）：图片由该种子的四个样本混合而成，每个角一个</translation>
    </message>
    <message>
        <source>%1 to the right, %2 down, of 100</source>
        <translation>向右 %1，向下 %2（共 100）</translation>
    </message>
    <message>
        <source>The point does not lie on this plane; an arrow key goes back to it.</source>
        <translation>这个点不在此平面上；按方向键可回到平面。</translation>
    </message>
</context>
<context>
    <name>gan::LegendChips</name>
    <message>
        <source>What is drawn</source>
        <translation>已绘制的内容</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>还有 %1 个</translation>
    </message>
    <message>
        <source>Show all series of the run</source>
        <translation>显示训练任务的全部序列</translation>
    </message>
</context>
<context>
    <name>gan::LegendPanel</name>
    <message>
        <source>Search series</source>
        <translation>搜索序列</translation>
    </message>
    <message>
        <source>Shows the series whose names have all these words; a group&apos;s check box then checks those. The Down key goes on into the list.</source>
        <translation>只显示名称中含有所有这些词的序列；此时勾选一组只勾选其中找到的序列。按向下键进入列表。</translation>
    </message>
    <message>
        <source>Draw the group as a band</source>
        <translation>将该组画成带状</translation>
    </message>
    <message>
        <source>Draw the current group as a band (B): the median of its series, where the middle half and 90 % of them lie, and by name the few that stick out</source>
        <translation>将当前组画成带状（B）：各序列的中位数、中间一半和 90 % 所在的范围，以及标出名称的少数突出者</translation>
    </message>
</context>
<context>
    <name>gan::LegendView</name>
    <message>
        <source>Series of the chart</source>
        <translation>图表的序列</translation>
    </message>
    <message>
        <source>Show only %1</source>
        <translation>只显示 %1</translation>
    </message>
    <message>
        <source>Show the losses</source>
        <translation>显示损失</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>全部显示</translation>
    </message>
    <message>
        <source>Show none</source>
        <translation>全部隐藏</translation>
    </message>
    <message>
        <source>Check a series or a group to show its curves. Space checks the current one, the arrow keys open and close groups, B draws one as a band; the menu key has more.</source>
        <translation>勾选一条序列或一组即可显示其曲线。空格键勾选当前项，方向键展开和收起各组，B 键将一组画成带状；菜单键有更多选项。</translation>
    </message>
    <message>
        <source>Draw %1 as a band</source>
        <translation>将“%1”画成带状</translation>
    </message>
</context>
<context>
    <name>gan::LogModel</name>
    <message>
        <source>%1: %2</source>
        <comment>severity: text</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
</context>
<context>
    <name>gan::LogView</name>
    <message>
        <source>Nothing has happened yet: commands, checkpoints and warnings of the run appear here.</source>
        <translation>还没有任何事件：训练任务的命令、检查点和警告会显示在这里。</translation>
    </message>
    <message>
        <source>No line has these words and this severity. Clear the search to see all.</source>
        <translation>没有符合这些词和此级别的行。清除搜索内容即可查看全部。</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Search the log</source>
        <translation>搜索日志</translation>
    </message>
    <message>
        <source>Show only lines that have all these words</source>
        <translation>只显示含有所有这些词的行</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>级别</translation>
    </message>
    <message>
        <source>Which lines to show</source>
        <translation>显示哪些行</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Warnings and errors</source>
        <translation>警告和错误</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Go to the newest line</source>
        <translation>转到最新的一行</translation>
    </message>
    <message>
        <source>Go to the newest line and follow (End)</source>
        <translation>转到最新的一行并跟随（End）</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>日志内容</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
</context>
<context>
    <name>gan::LoginDialog</name>
    <message>
        <source>Log in to %1</source>
        <translation>登录 %1</translation>
    </message>
    <message>
        <source>On the way to %1, ssh says:</source>
        <translation>在连接 %1 的途中，ssh 提示：</translation>
    </message>
    <message>
        <source>On the way to %1, ssh asks:</source>
        <translation>在连接 %1 的途中，ssh 询问：</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>隐藏(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Allow</source>
        <translation>允许(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Refuse</source>
        <translation>拒绝(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Log in</source>
        <translation>登录(&amp;L)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Show what is typed</source>
        <translation>显示输入的内容(&amp;S)</translation>
    </message>
</context>
<context>
    <name>gan::LossChart</name>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Loss chart</source>
        <translation>损失图表</translation>
    </message>
    <message>
        <source>There is nothing to save: the chart shows no curve.</source>
        <translation>没有可保存的内容：图表未显示任何曲线。</translation>
    </message>
    <message>
        <source>%1 has no suffix that says what to write. Choose a name that ends in .png, .svg or .csv.</source>
        <translation>%1 没有表明格式的扩展名。请选择以 .png、.svg 或 .csv 结尾的名称。</translation>
    </message>
    <message>
        <source>%1, 5 %</source>
        <translation>%1，5 %</translation>
    </message>
    <message>
        <source>%1, 95 %</source>
        <translation>%1，95 %</translation>
    </message>
    <message>
        <source>Drag or the arrow keys move the view; the wheel, + and − zoom; Shift and drag, or the right button, zoom to a rectangle; Home and End go to the first and newest step; 0 shows all; a double click gives the chart all room. A click or Ctrl and an arrow put the cursor on a step, Ctrl, Shift and an arrow on the next mark; Escape takes it away.</source>
        <translation>拖动或用方向键移动视图；用滚轮、+ 和 − 缩放；按住 Shift 拖动或用右键拖动可放大到矩形区域；Home 和 End 转到第一步和最新一步；0 显示全部；双击让图表占满窗口。单击，或按 Ctrl 加方向键，可将光标放到某一步；按 Ctrl、Shift 加方向键可移到下一个标记；Esc 取消光标。</translation>
    </message>
    <message>
        <source>All series</source>
        <translation>全部序列</translation>
    </message>
    <message>
        <source>List of all series</source>
        <translation>全部序列的列表</translation>
    </message>
    <message>
        <source>Show the list of all series, to choose what is drawn</source>
        <translation>显示全部序列的列表，以选择要绘制的内容</translation>
    </message>
    <message>
        <source>The arrow keys up and down move the values; with Shift, or Ctrl and the wheel, they are zoomed.</source>
        <translation>上下方向键移动数值；按住 Shift 再按上下方向键，或按住 Ctrl 滚动滚轮，可缩放数值。</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
</context>
<context>
    <name>gan::MainWindow</name>
    <message>
        <source>Steer</source>
        <translation>控制</translation>
    </message>
    <message>
        <source>An engine trains the run again.</source>
        <translation>引擎又开始训练此任务。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>No runs here yet. New run starts one; Add folder of runs shows those of a folder.</source>
        <translation>这里还没有训练任务。“新建训练任务”可以开始一个；“添加训练任务文件夹”可以显示某个文件夹中的任务。</translation>
    </message>
    <message>
        <source>The branch %1 was made.</source>
        <translation>已建立分支 %1。</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Train it</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>%1 — GAN Studio</source>
        <translation>%1 — GAN Studio</translation>
    </message>
    <message>
        <source>GAN Studio</source>
        <translation>GAN Studio</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>暂停(&amp;P)</translation>
    </message>
    <message>
        <source>The engine of this run is gone. Everything up to step %1 is here; Resume goes on from the last checkpoint.</source>
        <translation>此训练任务的引擎已不存在。截至第 %1 步的内容都在这里；“继续训练”会从最后一个检查点接着训练。</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续训练</translation>
    </message>
    <message>
        <source>&amp;New run …</source>
        <translation>新建训练任务(&amp;N)…</translation>
    </message>
    <message>
        <source>Choose what to train on what, and start it.</source>
        <translation>选择用什么数据训练什么模型，然后开始。</translation>
    </message>
    <message>
        <source>&amp;Open run …</source>
        <translation>打开训练任务(&amp;O)…</translation>
    </message>
    <message>
        <source>Open a run&apos;s folder, live or finished.</source>
        <translation>打开训练任务的文件夹，无论正在训练还是已经结束。</translation>
    </message>
    <message>
        <source>&amp;Add folder of runs …</source>
        <translation>添加训练任务文件夹(&amp;A)…</translation>
    </message>
    <message>
        <source>Show the runs of a folder in the list.</source>
        <translation>在列表中显示某个文件夹中的训练任务。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>&amp;Resume</source>
        <translation>继续训练(&amp;R)</translation>
    </message>
    <message>
        <source>Start an engine that goes on from the last checkpoint.</source>
        <translation>启动引擎，从最后一个检查点继续训练。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+R</source>
        <translation>Ctrl+Shift+R</translation>
    </message>
    <message>
        <source>&amp;Close run</source>
        <translation>关闭训练任务(&amp;C)</translation>
    </message>
    <message>
        <source>Close the run&apos;s panels; its training goes on.</source>
        <translation>关闭此训练任务的面板；训练会继续进行。</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>Close the window; trainings go on.</source>
        <translation>关闭窗口；训练会继续进行。</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>&amp;Losses and samples</source>
        <translation>损失与样本(&amp;L)</translation>
    </message>
    <message>
        <source>Show the curves and the pictures.</source>
        <translation>显示曲线和图片。</translation>
    </message>
    <message>
        <source>Ctrl+1</source>
        <translation>Ctrl+1</translation>
    </message>
    <message>
        <source>L&amp;og</source>
        <translation>日志(&amp;O)</translation>
    </message>
    <message>
        <source>Show everything that happened in the run.</source>
        <translation>显示训练任务中发生的一切。</translation>
    </message>
    <message>
        <source>Ctrl+2</source>
        <translation>Ctrl+2</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>训练任务(&amp;U)</translation>
    </message>
    <message>
        <source>Show or hide the list of runs.</source>
        <translation>显示或隐藏训练任务列表。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+1</source>
        <translation>Ctrl+Shift+1</translation>
    </message>
    <message>
        <source>&amp;Steer</source>
        <translation>控制(&amp;S)</translation>
    </message>
    <message>
        <source>Show or hide the controls.</source>
        <translation>显示或隐藏控制面板。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+2</source>
        <translation>Ctrl+Shift+2</translation>
    </message>
    <message>
        <source>&amp;Export chart …</source>
        <translation>导出图表(&amp;E)…</translation>
    </message>
    <message>
        <source>Write the chart as a picture, a drawing or values.</source>
        <translation>将图表写为图片、矢量图或数值。</translation>
    </message>
    <message>
        <source>Ctrl+E</source>
        <translation>Ctrl+E</translation>
    </message>
    <message>
        <source>Desktop&apos;s colours</source>
        <translation>跟随桌面配色</translation>
    </message>
    <message>
        <source>Light or dark as the desktop is.</source>
        <translation>与桌面一致，使用浅色或深色。</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark text on light ground.</source>
        <translation>浅色背景，深色文字。</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light text on dark ground.</source>
        <translation>深色背景，浅色文字。</translation>
    </message>
    <message>
        <source>Show the window in this language.</source>
        <translation>用此语言显示窗口。</translation>
    </message>
    <message>
        <source>Desktop&apos;s language</source>
        <translation>跟随桌面语言</translation>
    </message>
    <message>
        <source>Pause after the step under way, or go on.</source>
        <translation>完成当前这一步后暂停，或者继续。</translation>
    </message>
    <message>
        <source>Ctrl+P</source>
        <translation>Ctrl+P</translation>
    </message>
    <message>
        <source>S&amp;ingle step</source>
        <translation>单步执行(&amp;I)</translation>
    </message>
    <message>
        <source>Make one step while the run is paused.</source>
        <translation>在训练暂停时执行一步。</translation>
    </message>
    <message>
        <source>Ctrl+.</source>
        <translation>Ctrl+.</translation>
    </message>
    <message>
        <source>&amp;Sample now</source>
        <translation>立即生成样本(&amp;S)</translation>
    </message>
    <message>
        <source>Make a picture of samples now, also while paused.</source>
        <translation>立即生成一张样本图片，暂停时也可以。</translation>
    </message>
    <message>
        <source>Ctrl+G</source>
        <translation>Ctrl+G</translation>
    </message>
    <message>
        <source>&amp;Checkpoint</source>
        <translation>检查点(&amp;C)</translation>
    </message>
    <message>
        <source>Write a checkpoint now; it is kept always.</source>
        <translation>立即写入一个检查点；它会始终保留。</translation>
    </message>
    <message>
        <source>&amp;Roll back …</source>
        <translation>回退(&amp;R)…</translation>
    </message>
    <message>
        <source>Go on from an earlier checkpoint instead.</source>
        <translation>改为从较早的检查点继续训练。</translation>
    </message>
    <message>
        <source>Ctrl+R</source>
        <translation>Ctrl+R</translation>
    </message>
    <message>
        <source>&amp;Branch …</source>
        <translation>分支(&amp;B)…</translation>
    </message>
    <message>
        <source>Make a new run that goes on from a checkpoint.</source>
        <translation>新建一个从检查点继续的训练任务。</translation>
    </message>
    <message>
        <source>Ctrl+B</source>
        <translation>Ctrl+B</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Finish the step, write a last checkpoint, end. Resume goes on from there.</source>
        <translation>完成当前这一步，写入最后一个检查点，然后结束。“继续训练”会从那里接着训练。</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>应用(&amp;A)</translation>
    </message>
    <message>
        <source>Send all changed settings together.</source>
        <translation>一起发送所有更改过的设置。</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Return</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Take back the last change of settings.</source>
        <translation>撤销上一次对设置的更改。</translation>
    </message>
    <message>
        <source>Settings: G &amp;learning rate</source>
        <translation>设置：G 学习率(&amp;L)</translation>
    </message>
    <message>
        <source>Put the cursor into the generator&apos;s learning rate.</source>
        <translation>将光标放到生成器的学习率上。</translation>
    </message>
    <message>
        <source>Ctrl+L</source>
        <translation>Ctrl+L</translation>
    </message>
    <message>
        <source>&amp;Newest</source>
        <translation>最新(&amp;N)</translation>
    </message>
    <message>
        <source>Show the newest picture, and follow.</source>
        <translation>显示最新的图片并跟随。</translation>
    </message>
    <message>
        <source>Ctrl+End</source>
        <translation>Ctrl+End</translation>
    </message>
    <message>
        <source>&amp;Save picture …</source>
        <translation>保存图片(&amp;S)…</translation>
    </message>
    <message>
        <source>Write the picture that is shown large.</source>
        <translation>保存以大图显示的图片。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+E</source>
        <translation>Ctrl+Shift+E</translation>
    </message>
    <message>
        <source>&amp;Commands and shortcuts …</source>
        <translation>命令和快捷键(&amp;C)…</translation>
    </message>
    <message>
        <source>Find anything that can be done, with its keys.</source>
        <translation>查找所有可用的操作及其快捷键。</translation>
    </message>
    <message>
        <source>Ctrl+K</source>
        <translation>Ctrl+K</translation>
    </message>
    <message>
        <source>&amp;About GAN Studio</source>
        <translation>关于 GAN Studio(&amp;A)</translation>
    </message>
    <message>
        <source>Version and licence.</source>
        <translation>版本和许可证。</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>没有打开训练任务</translation>
    </message>
    <message>
        <source>Starting an engine …</source>
        <translation>正在启动引擎…</translation>
    </message>
    <message>
        <source>Open run</source>
        <translation>打开训练任务</translation>
    </message>
    <message>
        <source>Add folder of runs</source>
        <translation>添加训练任务文件夹</translation>
    </message>
    <message>
        <source>GAN Studio %1. Its sources are under the Apache License 2.0; this program, which contains Qt Charts, is under the GNU General Public License 3.0.</source>
        <translation>GAN Studio %1。其源代码采用 Apache License 2.0 许可；本程序包含 Qt Charts，采用 GNU General Public License 3.0 许可。</translation>
    </message>
    <message>
        <source>The engine of this run is gone. %1 Everything up to step %2 is here; Resume goes on from the last checkpoint.</source>
        <translation>此训练任务的引擎已不存在。%1 截至第 %2 步的内容都在这里；“继续训练”会从最后一个检查点接着训练。</translation>
    </message>
    <message>
        <source>%1 does not train: %2</source>
        <translation>%1 无法训练：%2</translation>
    </message>
    <message>
        <source>C&amp;ontinue</source>
        <translation>继续(&amp;O)</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>&amp;Data</source>
        <translation>数据(&amp;D)</translation>
    </message>
    <message>
        <source>Show what is in a set of images.</source>
        <translation>显示一组图像中的内容。</translation>
    </message>
    <message>
        <source>Ctrl+3</source>
        <translation>Ctrl+3</translation>
    </message>
    <message>
        <source>Look at a &amp;folder …</source>
        <translation>查看文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>Inspect the images of a folder.</source>
        <translation>检查某个文件夹中的图像。</translation>
    </message>
    <message>
        <source>Ctrl+I</source>
        <translation>Ctrl+I</translation>
    </message>
    <message>
        <source>Look at a f&amp;ile …</source>
        <translation>查看文件(&amp;I)…</translation>
    </message>
    <message>
        <source>Ctrl+Shift+I</source>
        <translation>Ctrl+Shift+I</translation>
    </message>
    <message>
        <source>The &amp;run&apos;s images</source>
        <translation>训练任务的图像(&amp;R)</translation>
    </message>
    <message>
        <source>Show the images that the open run trains on.</source>
        <translation>显示打开的训练任务所用的图像。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+D</source>
        <translation>Ctrl+Shift+D</translation>
    </message>
    <message>
        <source>Ins&amp;pect</source>
        <translation>检查(&amp;P)</translation>
    </message>
    <message>
        <source>Read every image once: counts, sizes, damaged files, warnings.</source>
        <translation>将每张图像读取一遍：数量、尺寸、损坏的文件、警告。</translation>
    </message>
    <message>
        <source>Ctrl+D</source>
        <translation>Ctrl+D</translation>
    </message>
    <message>
        <source>&amp;Measure loading</source>
        <translation>测量加载速度(&amp;M)</translation>
    </message>
    <message>
        <source>Find out how many loading threads are enough for these images.</source>
        <translation>得知这些图像用多少个加载线程就够用。</translation>
    </message>
    <message>
        <source>Ctrl+T</source>
        <translation>Ctrl+T</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Stop looking at the images.</source>
        <translation>停止查看图像。</translation>
    </message>
    <message>
        <source>&amp;New run with this data …</source>
        <translation>用此数据新建训练任务(&amp;N)…</translation>
    </message>
    <message>
        <source>Open the form of a new run, filled in for these images.</source>
        <translation>打开新建训练任务的表单，并按这些图像填好。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+N</source>
        <translation>Ctrl+Shift+N</translation>
    </message>
    <message>
        <source>Look at a folder of images</source>
        <translation>查看图像文件夹</translation>
    </message>
    <message>
        <source>Look at a file of images</source>
        <translation>查看图像文件</translation>
    </message>
    <message>
        <source>Inspect the images of an IDX, .npz, HDF5 or tar file.</source>
        <translation>检查 IDX、.npz、HDF5 或 tar 文件中的图像。</translation>
    </message>
    <message>
        <source>Slurm jobs</source>
        <translation>Slurm 作业</translation>
    </message>
    <message>
        <source>Slurm &amp;jobs</source>
        <translation>Slurm 作业(&amp;J)</translation>
    </message>
    <message>
        <source>Show or hide your jobs in Slurm&apos;s queue.</source>
        <translation>显示或隐藏您在 Slurm 队列中的作业。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+3</source>
        <translation>Ctrl+Shift+3</translation>
    </message>
    <message>
        <source>It loses its place in the queue.</source>
        <translation>它将失去在队列中的位置。</translation>
    </message>
    <message>
        <source>It loses its place in the queue. The run keeps its checkpoints and can go on from them.</source>
        <translation>它将失去在队列中的位置。训练任务会保留其检查点，并可由此继续。</translation>
    </message>
    <message>
        <source>It finishes its iteration, writes a checkpoint and ends, for good. Should that take longer than the site allows, usually 30 s, what was trained since the last checkpoint is lost. The run can go on from its checkpoint.</source>
        <translation>它会完成当前迭代，写入检查点，然后彻底结束。如果所需时间超过集群的限制（通常为 30 秒），自上一个检查点以来的训练将会丢失。训练任务可从其检查点继续。</translation>
    </message>
    <message>
        <source>New Slurm &amp;job …</source>
        <translation>新建 Slurm 作业(&amp;J)…</translation>
    </message>
    <message>
        <source>Choose what to train on what, and hand it to a cluster.</source>
        <translation>选择训练内容和数据，并交给集群。</translation>
    </message>
    <message>
        <source>Ctrl+J</source>
        <translation>Ctrl+J</translation>
    </message>
    <message>
        <source>Open the jo&amp;b&apos;s run</source>
        <translation>打开作业的训练任务(&amp;B)</translation>
    </message>
    <message>
        <source>Open the run that the selected Slurm job trains.</source>
        <translation>打开所选 Slurm 作业所训练的训练任务。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+J</source>
        <translation>Ctrl+Shift+J</translation>
    </message>
    <message>
        <source>Cance&amp;l Slurm job …</source>
        <translation>取消 Slurm 作业(&amp;L)…</translation>
    </message>
    <message>
        <source>Take the selected job out of the queue, or end it.</source>
        <translation>将所选作业移出队列，或结束它。</translation>
    </message>
    <message>
        <source>Job %1 is cancelled.</source>
        <translation>作业 %1 已取消。</translation>
    </message>
    <message>
        <source>Slurm took the run as job %1.</source>
        <translation>Slurm 已接受此训练任务，作业编号为 %1。</translation>
    </message>
    <message>
        <source>The job has not begun yet: its run appears when it does.</source>
        <translation>作业尚未开始：开始后其训练任务会出现。</translation>
    </message>
    <message>
        <source>Cancel job %1</source>
        <translation>取消作业 %1</translation>
    </message>
    <message>
        <source>&amp;Cancel the job</source>
        <translation>取消作业(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keep it</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Processes</source>
        <translation>进程(&amp;P)</translation>
    </message>
    <message>
        <source>Show what the processes of the training spend their time on.</source>
        <translation>显示训练的各进程把时间花在哪里。</translation>
    </message>
    <message>
        <source>Ctrl+4</source>
        <translation>Ctrl+4</translation>
    </message>
    <message>
        <source>It is ending already. The run keeps its checkpoints and can go on from them.</source>
        <translation>它已经在结束。训练任务会保留其检查点，并可由此继续。</translation>
    </message>
    <message>
        <source>The job has begun, but this machine does not see its run: it appears in a moment, or its folder is on the cluster&apos;s machines only.</source>
        <translation>作业已经开始，但这台机器上看不到它的训练任务：它可能稍后出现，或者其文件夹只在集群的机器上。</translation>
    </message>
    <message>
        <source>Cancel Slurm job %1, which trains %2?</source>
        <translation>要取消正在训练 %2 的 Slurm 作业 %1 吗？</translation>
    </message>
    <message>
        <source>&amp;Losses and accuracy</source>
        <translation>损失与准确率(&amp;L)</translation>
    </message>
    <message>
        <source>Show the curves.</source>
        <translation>显示曲线。</translation>
    </message>
    <message>
        <source>Settings: &amp;learning rate</source>
        <translation>设置：学习率(&amp;L)</translation>
    </message>
    <message>
        <source>Put the cursor into the learning rate.</source>
        <translation>将光标放到学习率上。</translation>
    </message>
    <message>
        <source>E&amp;xplore</source>
        <translation>探索(&amp;X)</translation>
    </message>
    <message>
        <source>Look about in the latent space of the generator.</source>
        <translation>在生成器的潜在空间中四处查看。</translation>
    </message>
    <message>
        <source>Ctrl+5</source>
        <translation>Ctrl+5</translation>
    </message>
    <message>
        <source>Explore a new s&amp;eed</source>
        <translation>探索新种子(&amp;E)</translation>
    </message>
    <message>
        <source>Look at another place of the latent space.</source>
        <translation>查看潜在空间的另一处。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+G</source>
        <translation>Ctrl+Shift+G</translation>
    </message>
    <message>
        <source>&amp;Keep the point</source>
        <translation>保留这个点(&amp;K)</translation>
    </message>
    <message>
        <source>Put the explored point on the shelf.</source>
        <translation>把正在探索的点放到架子上。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+K</source>
        <translation>Ctrl+Shift+K</translation>
    </message>
    <message>
        <source>&amp;Copy the picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the explored picture to the clipboard.</source>
        <translation>把正在探索的图片复制到剪贴板。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+C</source>
        <translation>Ctrl+Shift+C</translation>
    </message>
    <message>
        <source>Copy the &amp;line</source>
        <translation>复制文本行(&amp;L)</translation>
    </message>
    <message>
        <source>Copy the line of text that brings back the explored point.</source>
        <translation>复制能够重现正在探索的点的一行文本。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+L</source>
        <translation>Ctrl+Shift+L</translation>
    </message>
    <message>
        <source>&amp;Paste a line</source>
        <translation>粘贴文本行(&amp;P)</translation>
    </message>
    <message>
        <source>Show the point whose line of text is on the clipboard.</source>
        <translation>显示剪贴板中那行文本所表示的点。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+V</source>
        <translation>Ctrl+Shift+V</translation>
    </message>
    <message>
        <source>%1 cannot be explored: %2</source>
        <translation>无法探索 %1：%2</translation>
    </message>
    <message>
        <source>Explore &amp;weights …</source>
        <translation>探索权重(&amp;W)…</translation>
    </message>
    <message>
        <source>Look about in the latent space of a generator&apos;s weights alone.</source>
        <translation>仅凭生成器的权重文件浏览其潜空间。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+W</source>
        <translation>Ctrl+Shift+W</translation>
    </message>
    <message>
        <source>Add to the &amp;film</source>
        <translation>加入影片(&amp;F)</translation>
    </message>
    <message>
        <source>Make the explored point the next keyframe of the timeline.</source>
        <translation>把正在探索的点作为时间线的下一个关键帧。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+F</source>
        <translation>Ctrl+Shift+F</translation>
    </message>
    <message>
        <source>Explore weights</source>
        <translation>探索权重</translation>
    </message>
    <message>
        <source>Weights (*.safetensors)</source>
        <translation>权重 (*.safetensors)</translation>
    </message>
    <message>
        <source>Weights alone have no run folder for exports to lie in. From a shell, gan-engine sample, interpolate and sheet write their pictures into files.</source>
        <translation>单独的权重没有可存放导出的运行文件夹。可以在命令行用 gan-engine sample、interpolate 和 sheet 把它们的图片写入文件。</translation>
    </message>
    <message>
        <source>E&amp;xport samples …</source>
        <translation>导出样本(&amp;X)…</translation>
    </message>
    <message>
        <source>Write many pictures into files.</source>
        <translation>把许多图片写入文件。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+X</source>
        <translation>Ctrl+Shift+X</translation>
    </message>
    <message>
        <source>&amp;Make film …</source>
        <translation>制作影片(&amp;M)…</translation>
    </message>
    <message>
        <source>Write the film of the timeline into a file.</source>
        <translation>把时间线的影片写入文件。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+M</source>
        <translation>Ctrl+Shift+M</translation>
    </message>
    <message>
        <source>Sho&amp;w exports</source>
        <translation>显示导出(&amp;W)</translation>
    </message>
    <message>
        <source>Show what is exported of the run, and how far it is.</source>
        <translation>显示此运行的导出及其进度。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+P</source>
        <translation>Ctrl+Shift+P</translation>
    </message>
    <message>
        <source>Try the s&amp;hapes …</source>
        <translation>试用形状数据(&amp;H)…</translation>
    </message>
    <message>
        <source>Train on plain shapes that the program draws itself: a first run.</source>
        <translation>用程序自己绘制的简单形状训练：第一次训练。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Y</source>
        <translation>Ctrl+Shift+Y</translation>
    </message>
    <message>
        <source>Train on my &amp;images …</source>
        <translation>用我的图像训练(&amp;I)…</translation>
    </message>
    <message>
        <source>Choose a folder of images, look at what is in it, and train on it.</source>
        <translation>选择一个图像文件夹，查看其内容，并用它训练。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+T</source>
        <translation>Ctrl+Shift+T</translation>
    </message>
    <message>
        <source>&amp;Maximise chart or pictures</source>
        <translation>最大化图表或图片(&amp;M)</translation>
    </message>
    <message>
        <source>Give the part of the page that one works in all the window, or no longer.</source>
        <translation>让页面中正在使用的部分占满窗口，或恢复原状。</translation>
    </message>
    <message>
        <source>Weights alone have no images to be judged by. From a shell, gan-engine evaluate scores them by images that it is given.</source>
        <translation>单独的权重没有可供对照的图像。在终端中，gan-engine evaluate 可用给定的图像为其评分。</translation>
    </message>
    <message>
        <source>E&amp;valuate</source>
        <translation>评估(&amp;V)</translation>
    </message>
    <message>
        <source>Show how good the pictures are, over the steps of the run.</source>
        <translation>显示图片质量随训练任务步数的变化。</translation>
    </message>
    <message>
        <source>Ctrl+6</source>
        <translation>Ctrl+6</translation>
    </message>
    <message>
        <source>E&amp;valuate a checkpoint …</source>
        <translation>评估检查点(&amp;V)…</translation>
    </message>
    <message>
        <source>Score its pictures, in a process beside the run.</source>
        <translation>为其图片评分，在训练任务之外的进程中进行。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+A</source>
        <translation>Ctrl+Shift+A</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>Show which classes are taken for which.</source>
        <translation>显示哪些类别被判为哪些类别。</translation>
    </message>
    <message>
        <source>Export the kept p&amp;oints …</source>
        <translation>导出保留的点(&amp;O)…</translation>
    </message>
    <message>
        <source>Write the pictures of the shelf&apos;s points into files.</source>
        <translation>把架子上各点的图片写入文件。</translation>
    </message>
    <message>
        <source>Make s&amp;heet …</source>
        <translation>制作图表(&amp;H)…</translation>
    </message>
    <message>
        <source>Write many small pictures into one.</source>
        <translation>把许多小图片写进一幅图片。</translation>
    </message>
    <message>
        <source>&amp;Notifications</source>
        <translation>桌面通知(&amp;N)</translation>
    </message>
    <message>
        <source>Sign beside the cloc&amp;k</source>
        <translation>时钟旁的图标(&amp;K)</translation>
    </message>
    <message>
        <source>Show beside the clock how the run goes.</source>
        <translation>在时钟旁显示训练任务的状态。</translation>
    </message>
    <message>
        <source>Keep &amp;awake while training</source>
        <translation>训练时不休眠(&amp;A)</translation>
    </message>
    <message>
        <source>Com&amp;pare with …</source>
        <translation>比较(&amp;P)…</translation>
    </message>
    <message>
        <source>Show curves, settings and samples of several runs side by side.</source>
        <translation>并排显示多个训练任务的曲线、设置和样本。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+B</source>
        <translation>Ctrl+Shift+B</translation>
    </message>
    <message>
        <source>Arc&amp;hived runs</source>
        <translation>已归档的训练任务(&amp;H)</translation>
    </message>
    <message>
        <source>List the runs that were archived, too, or no longer.</source>
        <translation>同时列出已归档的训练任务，或不再列出。</translation>
    </message>
    <message>
        <source>&amp;Find a run</source>
        <translation>查找训练任务(&amp;F)</translation>
    </message>
    <message>
        <source>Put the cursor into the words that listed runs have.</source>
        <translation>把光标放到用于查找训练任务的输入框中。</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Ctrl+F</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>打开(&amp;O)</translation>
    </message>
    <message>
        <source>Open this run.</source>
        <translation>打开此训练任务。</translation>
    </message>
    <message>
        <source>Compare &amp;with …</source>
        <translation>比较(&amp;W)…</translation>
    </message>
    <message>
        <source>Show curves, settings and samples of runs side by side.</source>
        <translation>并排显示各训练任务的曲线、设置和样本。</translation>
    </message>
    <message>
        <source>Re&amp;name …</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Give the run another name in the list; its folder keeps its own.</source>
        <translation>为训练任务在列表中另取名称；其文件夹名称不变。</translation>
    </message>
    <message>
        <source>No&amp;te …</source>
        <translation>备注(&amp;T)…</translation>
    </message>
    <message>
        <source>Write down what the run is about, or what came of it.</source>
        <translation>记下此训练任务的目的或结果。</translation>
    </message>
    <message>
        <source>Ta&amp;gs …</source>
        <translation>标签(&amp;G)…</translation>
    </message>
    <message>
        <source>Give the run words by which it is found.</source>
        <translation>为训练任务添加便于查找的词。</translation>
    </message>
    <message>
        <source>&amp;Star</source>
        <translation>加星标(&amp;S)</translation>
    </message>
    <message>
        <source>List the run before the others of its folder.</source>
        <translation>把此训练任务列在同一文件夹的其他任务之前。</translation>
    </message>
    <message>
        <source>&amp;Archive</source>
        <translation>归档(&amp;A)</translation>
    </message>
    <message>
        <source>List the run only where archived runs are shown.</source>
        <translation>仅在显示已归档任务时列出此训练任务。</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>打开文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>Show the run&apos;s folder in the desktop&apos;s program for files.</source>
        <translation>用桌面的文件管理器显示此训练任务的文件夹。</translation>
    </message>
    <message>
        <source>Copy &amp;path</source>
        <translation>复制路径(&amp;P)</translation>
    </message>
    <message>
        <source>Copy &amp;command</source>
        <translation>复制命令(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the shell command that goes on with the run, or watches it while it trains.</source>
        <translation>复制可继续此训练任务的 shell 命令；若正在训练，则为观察它的命令。</translation>
    </message>
    <message>
        <source>&amp;Delete …</source>
        <translation>删除(&amp;D)…</translation>
    </message>
    <message>
        <source>Move the run to the bin.</source>
        <translation>把此训练任务移到回收站。</translation>
    </message>
    <message>
        <source>&amp;Remove folder from the list</source>
        <translation>从列表中移除文件夹(&amp;R)</translation>
    </message>
    <message>
        <source>List the runs of this folder no longer; they stay.</source>
        <translation>不再列出此文件夹中的训练任务；它们保持不变。</translation>
    </message>
    <message>
        <source>%1 is listed no longer; nothing in it was changed.</source>
        <translation>不再列出 %1；其中内容没有改变。</translation>
    </message>
    <message>
        <source>Nothing is noted of the run %1: %2</source>
        <translation>无法记录训练任务 %1 的信息：%2</translation>
    </message>
    <message>
        <source>%1 is in the bin.</source>
        <translation>%1 已在回收站中。</translation>
    </message>
    <message>
        <source>No run is chosen</source>
        <translation>未选择训练任务</translation>
    </message>
    <message>
        <source>Name of the run in the list; empty, it is the folder&apos;s:</source>
        <translation>训练任务在列表中的名称；留空则用文件夹的名称：</translation>
    </message>
    <message>
        <source>Note:</source>
        <translation>备注：</translation>
    </message>
    <message>
        <source>Tags, with commas between them:</source>
        <translation>标签，用逗号分隔：</translation>
    </message>
    <message>
        <source>No program here shows folders; the run lies in %1.</source>
        <translation>这里没有可显示文件夹的程序；训练任务位于 %1。</translation>
    </message>
    <message>
        <source>%1 is not deleted: an engine trains it. Stop it first.</source>
        <translation>没有删除 %1：有引擎正在训练它。请先停止。</translation>
    </message>
    <message>
        <source>Delete run</source>
        <translation>删除训练任务</translation>
    </message>
    <message>
        <source>Move the run %1 to the bin?</source>
        <translation>把训练任务 %1 移到回收站？</translation>
    </message>
    <message>
        <source>Everything in its folder goes with it; the bin gives it back. Runs that branched from it stay, but show no longer what came before them.</source>
        <translation>其文件夹中的所有内容会一并移走，可从回收站恢复。从它分支出的训练任务会保留，但不再显示分支之前的内容。</translation>
    </message>
    <message>
        <source>Everything in its folder goes with it; the bin gives it back.</source>
        <translation>其文件夹中的所有内容会一并移走，可从回收站恢复。</translation>
    </message>
    <message>
        <source>&amp;Move to the bin</source>
        <translation>移到回收站(&amp;M)</translation>
    </message>
    <message>
        <source>Pre&amp;ferences …</source>
        <translation>首选项(&amp;F)…</translation>
    </message>
    <message>
        <source>Choose how the window looks, what it remembers, and its keys.</source>
        <translation>选择窗口的外观、它所记住的内容以及快捷键。</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>&amp;Copy chart</source>
        <translation>复制图表(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the chart as a picture to the clipboard.</source>
        <translation>把图表作为图片复制到剪贴板。</translation>
    </message>
    <message>
        <source>Cop&amp;y the samples</source>
        <translation>复制样本(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy the picture that is shown large, or the image chosen on it, to the clipboard.</source>
        <translation>把放大显示的图片或其中选中的图像复制到剪贴板。</translation>
    </message>
    <message>
        <source>Enlar&amp;ge one sample</source>
        <translation>放大单个样本(&amp;G)</translation>
    </message>
    <message>
        <source>Show one image of the sheet alone, the chosen one, or all of them again.</source>
        <translation>单独显示其中一张图像（选中的那张），或重新显示全部。</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>手册(&amp;M)</translation>
    </message>
    <message>
        <source>Read about the panel that one works in.</source>
        <translation>阅读与正在使用的面板有关的内容。</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>Show the window in five steps.</source>
        <translation>用五步介绍窗口。</translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation>打开最近的训练任务(&amp;E)</translation>
    </message>
    <message>
        <source>No other run was open</source>
        <translation>没有打开过其他训练任务</translation>
    </message>
    <message>
        <source>The studio reaches this run through its engine alone: this works for runs in folders.</source>
        <translation>本程序只能通过引擎访问此训练任务：此操作仅适用于文件夹中的训练任务。</translation>
    </message>
    <message>
        <source>The run is on %1: this works for runs of this computer.</source>
        <translation>此训练任务在 %1 上：此操作仅适用于本机的训练任务。</translation>
    </message>
    <message>
        <source>Train &amp;longer …</source>
        <translation>延长训练(&amp;L)…</translation>
    </message>
    <message>
        <source>Choose how much longer the run is trained, from where, and with which settings.</source>
        <translation>选择训练任务还要训练多久、从哪里开始、用哪些设置。</translation>
    </message>
    <message>
        <source>A&amp;ttach to a run …</source>
        <translation>连接训练任务(&amp;T)…</translation>
    </message>
    <message>
        <source>Open a run of another computer, over ssh or where its engine listens.</source>
        <translation>打开另一台计算机上的训练任务：通过 ssh，或其引擎监听的地址。</translation>
    </message>
    <message>
        <source>Ctrl+Alt+O</source>
        <translation>Ctrl+Alt+O</translation>
    </message>
    <message>
        <source>&amp;Go on from …</source>
        <translation>从检查点继续(&amp;G)…</translation>
    </message>
    <message>
        <source>Choose a checkpoint by its picture; train on, roll back or branch from it, with other settings or longer.</source>
        <translation>按图片选择检查点；从它接着训练、回退或分支，可更改设置或延长训练。</translation>
    </message>
    <message>
        <source>Ctrl+Shift+H</source>
        <translation>Ctrl+Shift+H</translation>
    </message>
    <message>
        <source>The branch %1 was made on %2.</source>
        <translation>已在 %2 上建立分支 %1。</translation>
    </message>
    <message>
        <source>Copy the path of the run&apos;s folder, or where else it is.</source>
        <translation>复制此训练任务文件夹的路径，或它所在的地址。</translation>
    </message>
    <message>
        <source>Remove fro&amp;m the list</source>
        <translation>从列表中移除(&amp;M)</translation>
    </message>
    <message>
        <source>List the run of another computer no longer; it stays.</source>
        <translation>不再列出另一台计算机上的这个训练任务；它保持不变。</translation>
    </message>
    <message>
        <source>The runs of a folder are listed with it.</source>
        <translation>文件夹中的训练任务随文件夹一起列出。</translation>
    </message>
    <message>
        <source>Name of the run in the list; empty, it says where the run is:</source>
        <translation>训练任务在列表中的名称；留空则显示它所在的位置：</translation>
    </message>
    <message>
        <source>Run&amp;s of another computer …</source>
        <translation>其他计算机的训练任务(&amp;S)…</translation>
    </message>
    <message>
        <source>Look through a folder of runs of another computer over ssh, and open one.</source>
        <translation>通过 ssh 浏览其他计算机上的训练任务文件夹，并打开其中一个。</translation>
    </message>
    <message>
        <source>Ctrl+Alt+H</source>
        <translation>Ctrl+Alt+H</translation>
    </message>
    <message>
        <source>Refused: %1 What is shown is how the run stood before.</source>
        <translation>被拒绝：%1 所显示的是训练任务此前的状态。</translation>
    </message>
    <message>
        <source>Try again …</source>
        <translation>重试…</translation>
    </message>
    <message>
        <source>An engine trains %1.</source>
        <translation>引擎正在训练 %1。</translation>
    </message>
    <message>
        <source>The studio reaches this run through its engine alone: open it over ssh, and another one can be started.</source>
        <translation>本程序只通过引擎访问此训练任务：请通过 ssh 打开它，这样就可以启动另一个引擎。</translation>
    </message>
    <message>
        <source>Do not let this computer fall asleep while it trains a run of the list.</source>
        <translation>这台计算机训练列表中的任务时不让它休眠。</translation>
    </message>
    <message>
        <source>The branch is being made …</source>
        <translation>正在创建分支 …</translation>
    </message>
    <message>
        <source>Slurm of %1 took the run as job %2.</source>
        <translation>%1 的 Slurm 已接受此训练任务，作业编号为 %2。</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Tell on the desktop when a run has ended or something is wrong with it.</source>
        <translation>训练任务结束或出现问题时，在桌面上通知。</translation>
    </message>
</context>
<context>
    <name>gan::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>手册</translation>
    </message>
    <message>
        <source>Find in the manual</source>
        <translation>在手册中查找</translation>
    </message>
    <message>
        <source>Words of the pages to show</source>
        <translation>要显示的页面中的文字</translation>
    </message>
    <message>
        <source>Pages of the manual</source>
        <translation>手册的页面</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>手册页面</translation>
    </message>
    <message>
        <source>No page of the manual has these words.</source>
        <translation>手册中没有包含这些文字的页面。</translation>
    </message>
</context>
<context>
    <name>gan::NearestModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>differs by %1</source>
        <translation>相差 %1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>name of an image, how far it is</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>gan::NearestView</name>
    <message>
        <source>Nearest training images</source>
        <translation>最近的训练图像</translation>
    </message>
    <message>
        <source>The training images that are nearest to the picture, and how far their pixels are: has it been learned by heart?</source>
        <translation>与图片最接近的训练图像，以及像素相差多少：它是否被死记硬背下来了？</translation>
    </message>
    <message>
        <source>%1 of %2 training images are looked through</source>
        <translation>已查看 %2 幅训练图像中的 %1 幅</translation>
    </message>
    <message>
        <source>The training images are looked through …</source>
        <translation>正在查看训练图像…</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较什么</translation>
    </message>
    <message>
        <source>Pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>At 32 × 32</source>
        <translation>按 32 × 32</translation>
    </message>
    <message>
        <source>Of the classifier that an evaluation has made of these images</source>
        <translation>由一次评估用这些图像训练出的分类器给出</translation>
    </message>
    <message>
        <source>The training images that are nearest to the picture, and how far their features are: has it been learned by heart?</source>
        <translation>与该图片最接近的训练图像，以及它们的特征相差多少：它是不是被背下来了？</translation>
    </message>
</context>
<context>
    <name>gan::NewRunDialog</name>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The engine is starting</source>
        <translation>引擎正在启动</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Starts an engine, which goes on when this window is closed (Enter)</source>
        <translation>启动引擎；关闭此窗口后它会继续运行（Enter）</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Closes this window; the engine goes on (Esc)</source>
        <translation>关闭此窗口；引擎会继续运行（Esc）</translation>
    </message>
    <message>
        <source>Starts nothing (Esc)</source>
        <translation>不启动任何训练（Esc）</translation>
    </message>
    <message>
        <source>An engine is starting in %1: it loads its libraries and the images. You may close this window; the run then appears in the list of runs.</source>
        <translation>引擎正在 %1 中启动：正在加载程序库和图像。您可以关闭此窗口；该训练任务随后会出现在训练任务列表中。</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建训练任务</translation>
    </message>
    <message>
        <source>%1 is marked above: mend it, then the run can be started.</source>
        <translation>上面标出了“%1”：请先改正，然后才能开始训练。</translation>
    </message>
    <message>
        <source>Ru&amp;n</source>
        <translation>训练任务(&amp;N)</translation>
    </message>
    <message>
        <source>Slurm &amp;job</source>
        <translation>Slurm 作业(&amp;J)</translation>
    </message>
    <message>
        <source>Where the run is trained</source>
        <translation>在何处训练</translation>
    </message>
    <message>
        <source>Trains the run on machines of a cluster, instead of on this one</source>
        <translation>在集群的机器上训练，而不是在这台机器上</translation>
    </message>
    <message>
        <source>Page Run: %1</source>
        <translation>“训练任务”页：%1</translation>
    </message>
    <message>
        <source>&amp;Submit</source>
        <translation>提交(&amp;S)</translation>
    </message>
    <message>
        <source>Hands the job to Slurm (Enter)</source>
        <translation>将作业交给 Slurm（Enter）</translation>
    </message>
    <message>
        <source>Closes this window; Slurm may have taken the job by then (Esc)</source>
        <translation>关闭此窗口；届时 Slurm 可能已接受作业（Esc）</translation>
    </message>
    <message>
        <source>The job is handed to Slurm …</source>
        <translation>正在将作业交给 Slurm…</translation>
    </message>
    <message>
        <source>%1 is marked on the page Run: mend it, then the job can be submitted.</source>
        <translation>“训练任务”页上标出了“%1”：请先改正，然后即可提交作业。</translation>
    </message>
    <message>
        <source>The job is being submitted</source>
        <translation>正在提交作业</translation>
    </message>
    <message>
        <source>Logs in there and starts an engine, which goes on afterwards (Enter)</source>
        <translation>登录那台计算机并启动引擎，之后引擎会继续运行（Enter）</translation>
    </message>
    <message>
        <source>An engine is starting on %1, in %2: it loads its libraries and the images. You may close this window; the run then appears in the list of runs.</source>
        <translation>引擎正在 %1 上的 %2 中启动：它在加载程序库和图像。您可以关闭此窗口；训练任务随后会出现在列表中。</translation>
    </message>
    <message>
        <source>Trains the run on machines of the cluster of %1, which its Slurm gives</source>
        <translation>在 %1 的集群的计算机上训练，由其 Slurm 分配</translation>
    </message>
    <message>
        <source>Logs in there and hands the job to its Slurm (Enter)</source>
        <translation>登录到那台计算机，并把作业交给它的 Slurm（Enter）</translation>
    </message>
</context>
<context>
    <name>gan::NoticeList</name>
    <message>
        <source>Warning: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>错误：%1</translation>
    </message>
</context>
<context>
    <name>gan::OutputField</name>
    <message>
        <source>Folder of the run</source>
        <translation>训练任务的文件夹</translation>
    </message>
    <message>
        <source>Everything about the run is kept in this folder; it is made when the run starts.</source>
        <translation>此训练任务的所有内容都保存在这个文件夹中；训练开始时会创建它。</translation>
    </message>
    <message>
        <source>Folder …</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Choose an empty folder, or one in which a new folder is made for the run</source>
        <translation>选择一个空文件夹，或在其中为训练任务新建文件夹的位置</translation>
    </message>
    <message>
        <source>Say in which folder the run is kept.</source>
        <translation>请指定保存训练任务的文件夹。</translation>
    </message>
    <message>
        <source>%1 is there already and not empty. Choose another name.</source>
        <translation>%1 已存在且不为空。请换一个名称。</translation>
    </message>
</context>
<context>
    <name>gan::PathEditor</name>
    <message>
        <source>Choose a folder or a file</source>
        <translation>选择文件夹或文件</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>选择%1</translation>
    </message>
    <message>
        <source>Choose a folder …</source>
        <translation>选择文件夹…</translation>
    </message>
    <message>
        <source>Choose a file …</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
</context>
<context>
    <name>gan::PendingEvaluationsView</name>
    <message>
        <source>Evaluation of step %1</source>
        <translation>第 %1 步的评估</translation>
    </message>
    <message>
        <source>Evaluation of the newest step</source>
        <translation>最新一步的评估</translation>
    </message>
    <message>
        <source>waits for its turn</source>
        <translation>正在排队</translation>
    </message>
    <message>
        <source>running</source>
        <translation>进行中</translation>
    </message>
    <message>
        <source>running, %1 left</source>
        <comment>time</comment>
        <translation>进行中，还需 %1</translation>
    </message>
    <message>
        <source>interrupted: its process has ended</source>
        <translation>已中断：其进程已结束</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>Evaluations under way</source>
        <translation>进行中的评估</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Go on with this evaluation, which was broken off; what it has computed is kept</source>
        <translation>继续这项中断的评估；已计算的内容会保留</translation>
    </message>
    <message>
        <source>End this evaluation</source>
        <translation>结束这项评估</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>what, how it stands</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>取消：%1</translation>
    </message>
    <message>
        <source>Go on: %1</source>
        <translation>继续：%1</translation>
    </message>
    <message>
        <source>Test of step %1</source>
        <translation>第 %1 步的测试</translation>
    </message>
    <message>
        <source>Test of the newest step</source>
        <translation>最新一步的测试</translation>
    </message>
    <message>
        <source>Test once more, from the first image on</source>
        <translation>从第一张图像起重新测试</translation>
    </message>
    <message>
        <source>End this test</source>
        <translation>结束此测试</translation>
    </message>
</context>
<context>
    <name>gan::PhaseLegend</name>
    <message>
        <source>Phases of a bar, from left to right: %1</source>
        <translation>条形的各阶段，从左到右：%1</translation>
    </message>
</context>
<context>
    <name>gan::PhotoView</name>
    <message>
        <source>Choose photograph …</source>
        <translation>选择照片…</translation>
    </message>
    <message>
        <source>Find the point whose picture is nearest to a photograph; it can be dropped here, too</source>
        <translation>寻找其图片与一张照片最接近的点；也可以把照片拖到这里</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search anew, from the explored point</source>
        <translation>从正在探索的点重新搜索</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Put the point that was found on the shelf</source>
        <translation>把找到的点放到架子上</translation>
    </message>
    <message>
        <source>Photograph</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Nearest picture so far</source>
        <translation>目前最接近的图片</translation>
    </message>
    <message>
        <source>Steps of the search</source>
        <translation>搜索的步数</translation>
    </message>
    <message>
        <source> steps</source>
        <translation> 步</translation>
    </message>
    <message>
        <source>More steps come nearer and take longer</source>
        <translation>步数越多越接近，用时也越长</translation>
    </message>
    <message>
        <source>Choose a photograph, or drop one here: the nearest picture is looked for.</source>
        <translation>请选择一张照片，或把它拖到这里：随后会寻找与它最接近的图片。</translation>
    </message>
    <message>
        <source>The search begins …</source>
        <translation>搜索即将开始…</translation>
    </message>
    <message>
        <source>step %1 of %2 · pixels differ by %3 %</source>
        <translation>第 %1 步，共 %2 步 · 像素相差 %3 %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>End the search with what was found so far</source>
        <translation>以目前找到的结果结束搜索</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
</context>
<context>
    <name>gan::PictureComparison</name>
    <message>
        <source>Side by side</source>
        <translation>并排</translation>
    </message>
    <message>
        <source>In one place</source>
        <translation>同一位置</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>How two pictures are compared</source>
        <translation>两张图片的比较方式</translation>
    </message>
    <message>
        <source>B at the &amp;step of A</source>
        <translation>B 取 A 的步数(&amp;S)</translation>
    </message>
    <message>
        <source>Show of B&apos;s run the samples of the step that is nearest to A&apos;s</source>
        <translation>显示 B 的训练任务中与 A 的步数最接近的样本</translation>
    </message>
    <message>
        <source>&amp;Flip A and B</source>
        <translation>切换 A 和 B(&amp;F)</translation>
    </message>
    <message>
        <source>Show the other picture in the same place (Space)</source>
        <translation>在同一位置显示另一张图片（空格键）</translation>
    </message>
    <message>
        <source>First compared picture</source>
        <translation>第一张比较的图片</translation>
    </message>
    <message>
        <source>Second compared picture</source>
        <translation>第二张比较的图片</translation>
    </message>
    <message>
        <source>× </source>
        <comment>strength of a difference</comment>
        <translation>× </translation>
    </message>
    <message>
        <source>Strength of the difference</source>
        <translation>差异的强度</translation>
    </message>
    <message>
        <source>How many times as strong as it is the difference is shown</source>
        <translation>差异放大多少倍显示</translation>
    </message>
    <message>
        <source>%1: the run has no samples yet.</source>
        <translation>%1：该训练任务还没有样本。</translation>
    </message>
    <message>
        <source>%1: the picture cannot be had.</source>
        <translation>%1：无法取得图片。</translation>
    </message>
    <message>
        <source>Fetching %1 …</source>
        <translation>正在获取 %1…</translation>
    </message>
    <message>
        <source>These pictures have no difference to be shown: A has %1 pixels and B %2. Choose sheets of one size.</source>
        <translation>这两张图片没有可显示的差异：A 为 %1 像素，B 为 %2 像素。请选择大小相同的样本图。</translation>
    </message>
    <message>
        <source>Difference of %1 and %2</source>
        <translation>%1 与 %2 的差异</translation>
    </message>
    <message>
        <source>Ctrl and the wheel, + and −, and 1 to 9 zoom both pictures; 0 fits them. Ctrl and an arrow choose an image.</source>
        <translation>按住 Ctrl 滚动滚轮，或按 +、− 和 1 到 9，同时缩放两张图；0 使其适合窗口。Ctrl 加方向键选择一张图像。</translation>
    </message>
</context>
<context>
    <name>gan::PictureSide</name>
    <message>
        <source>Run of picture %1</source>
        <translation>图片 %1 的训练任务</translation>
    </message>
    <message>
        <source>Step of picture %1</source>
        <translation>图片 %1 的步数</translation>
    </message>
</context>
<context>
    <name>gan::PictureView</name>
    <message>
        <source>Picture of the point</source>
        <translation>该点的图片</translation>
    </message>
    <message>
        <source>Drag the picture into a folder or a document</source>
        <translation>可把图片拖到文件夹或文档中</translation>
    </message>
</context>
<context>
    <name>gan::PreferencesDialog</name>
    <message>
        <source>Nothing here has these words.</source>
        <translation>这里没有包含这些文字的内容。</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>首选项</translation>
    </message>
    <message>
        <source>Find a preference</source>
        <translation>查找首选项</translation>
    </message>
    <message>
        <source>Words of the preferences to show</source>
        <translation>要显示的首选项中的文字</translation>
    </message>
    <message>
        <source>Pages of the preferences</source>
        <translation>首选项的页面</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>配色(&amp;C)</translation>
    </message>
    <message>
        <source>Theme of the window: light, dark, or as the desktop is.</source>
        <translation>窗口的主题：浅色、深色或跟随桌面。</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>Language of the window and of what it says; the window is made anew.</source>
        <translation>窗口及其文字的语言；窗口会重新创建。</translation>
    </message>
    <message>
        <source>&amp;Put everything back in its place</source>
        <translation>全部放回原位(&amp;P)</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>Reset sizes and places of panels, splitters and columns, and what is folded; the window is made anew.</source>
        <translation>重置面板、分隔条和列的大小与位置，以及折叠的部分；窗口会重新创建。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>&amp;Folders</source>
        <translation>文件夹(&amp;F)</translation>
    </message>
    <message>
        <source>The runs of these folders are in the list.</source>
        <translation>列表中包含这些文件夹中的训练任务。</translation>
    </message>
    <message>
        <source>For&amp;get them</source>
        <translation>忘记它们(&amp;G)</translation>
    </message>
    <message>
        <source>Runs that were open last</source>
        <translation>最近打开的训练任务</translation>
    </message>
    <message>
        <source>Forget which runs were open: the next start opens none, and the start page shows none.</source>
        <translation>忘记打开过哪些训练任务：下次启动时不会打开，开始页也不会显示。</translation>
    </message>
    <message>
        <source>Folders whose runs are listed</source>
        <translation>列出其中训练任务的文件夹</translation>
    </message>
    <message>
        <source>&amp;Add …</source>
        <translation>添加(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>List the runs of this folder no longer; they stay.</source>
        <translation>不再列出此文件夹中的训练任务；它们仍会保留。</translation>
    </message>
    <message>
        <source>Add folder of runs</source>
        <translation>添加训练任务文件夹</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>桌面</translation>
    </message>
    <message>
        <source>Slurm cluster</source>
        <translation>Slurm 集群</translation>
    </message>
    <message>
        <source>Folders are on every &amp;machine, whatever their file system says</source>
        <translation>无论文件系统如何显示，文件夹在每台机器上都有(&amp;M)</translation>
    </message>
    <message>
        <source>Shared file system</source>
        <translation>共享文件系统</translation>
    </message>
    <message>
        <source>P&amp;artition</source>
        <translation>分区(&amp;A)</translation>
    </message>
    <message>
        <source>Slurm&apos;s partition; the site&apos;s usual one when empty</source>
        <translation>Slurm 的分区；留空则用集群的默认分区</translation>
    </message>
    <message>
        <source>Acco&amp;unt</source>
        <translation>账户(&amp;U)</translation>
    </message>
    <message>
        <source>Slurm&apos;s account; your usual one when empty</source>
        <translation>Slurm 的账户；留空则用您的默认账户</translation>
    </message>
    <message>
        <source>Mo&amp;dules</source>
        <translation>模块(&amp;D)</translation>
    </message>
    <message>
        <source>Environment modules to load first, with spaces between them</source>
        <translation>先加载的环境模块，以空格分隔</translation>
    </message>
    <message>
        <source>Conta&amp;iner</source>
        <translation>容器(&amp;I)</translation>
    </message>
    <message>
        <source>Image that holds gan-engine; without one, this program&apos;s own is run</source>
        <translation>含有 gan-engine 的镜像；不指定则运行本程序自带的</translation>
    </message>
    <message>
        <source>Container run &amp;by</source>
        <translation>容器运行程序(&amp;B)</translation>
    </message>
    <message>
        <source>What runs the container: apptainer, or Slurm&apos;s plugin pyxis</source>
        <translation>容器的运行程序：apptainer，或 Slurm 的插件 pyxis</translation>
    </message>
    <message>
        <source>For a file system that looks like this machine&apos;s own, but is not</source>
        <translation>用于看似本机独有、实则共享的文件系统</translation>
    </message>
    <message>
        <source>&amp;Other computers</source>
        <translation>其他计算机(&amp;O)</translation>
    </message>
    <message>
        <source>Runs that were reached on other computers are in the list.</source>
        <translation>曾连接过的其他计算机上的训练任务列在列表中。</translation>
    </message>
    <message>
        <source>Runs of other computers that are listed</source>
        <translation>已列出的其他计算机上的训练任务</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>List this run no longer; it stays.</source>
        <translation>不再列出此训练任务；它保持不变。</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Pri&amp;ce a device-hour</source>
        <translation>每设备小时价格(&amp;C)</translation>
    </message>
    <message>
        <source>What a device (a GPU, or a machine without one) costs an hour: forecasts of a run say the cost.</source>
        <translation>一个设备（一块 GPU，或一台没有 GPU 的机器）每小时的费用：对训练任务的估算会给出总费用。</translation>
    </message>
</context>
<context>
    <name>gan::ProcessTable</name>
    <message>
        <source>What each process spends an iteration on, in milliseconds</source>
        <translation>每个进程在一次迭代中各阶段所用的时间（毫秒）</translation>
    </message>
</context>
<context>
    <name>gan::ProcessesModel</name>
    <message>
        <source>%1 % slower: %2</source>
        <translation>慢 %1 %：%2</translation>
    </message>
    <message>
        <source>%1 %2 ms</source>
        <translation>%1 %2 毫秒</translation>
    </message>
    <message>
        <source>Milliseconds an iteration</source>
        <translation>每次迭代的毫秒数</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Iteration</source>
        <translation>迭代</translation>
    </message>
    <message>
        <source>Total, ms</source>
        <translation>合计（毫秒）</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>The part of the last moments in which the process&apos;s GPU computed, for whichever program</source>
        <translation>该进程的 GPU 在最近一段时间内进行计算的比例，不论为哪个程序</translation>
    </message>
    <message>
        <source>Memory of the process&apos;s GPU that all programs together use</source>
        <translation>该进程的 GPU 上所有程序合计占用的显存</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 显存</translation>
    </message>
    <message>
        <source>Where the process computes; GPUs are counted as it sees them</source>
        <translation>进程在哪里计算；GPU 按该进程所见编号</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>all GPUs</source>
        <translation>所有 GPU</translation>
    </message>
    <message>
        <source>CPU</source>
        <translation>CPU</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
</context>
<context>
    <name>gan::ProcessesPanel</name>
    <message>
        <source>An iteration takes %1 ms, the mean of %2; waiting for data is %3 % of it.</source>
        <translation>一次迭代需 %1 毫秒（%2 次的平均值），其中等待数据占 %3 %。</translation>
    </message>
    <message>
        <source>An iteration takes %1 ms, the mean of %2; waiting for data is %3 % of it, waiting for other processes %4 %.</source>
        <translation>一次迭代需 %1 毫秒（%2 次的平均值），其中等待数据占 %3 %，等待其他进程占 %4 %。</translation>
    </message>
    <message>
        <source>Process %1 on %2 keeps the others waiting: its own work takes %3 % longer than usual among them, most of it in the phase “%4”.</source>
        <translation>%2 上的进程 %1 让其他进程等待：它自身的工作比一般进程多用 %3 % 的时间，主要在“%4”阶段。</translation>
    </message>
    <message numerus="yes">
        <source>%n more, marked below.</source>
        <translation>
            <numerusform>另有 %n 个，已在下方标出。</numerusform>
        </translation>
    </message>
    <message>
        <source>No times yet: they appear a few seconds after training has begun.</source>
        <translation>尚无时间数据：训练开始几秒后会出现。</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Efficiency: %1 %</source>
        <translation>效率：%1 %</translation>
    </message>
    <message>
        <source>Efficiency: the part of the time in which the process computes.</source>
        <translation>效率：进程用于计算的时间所占的比例。</translation>
    </message>
    <message>
        <source>Efficiency: the part of the time in which the processes compute, and wait neither for data nor for each other.</source>
        <translation>效率：各进程用于计算、既不等待数据也不互相等待的时间所占的比例。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>devices: run</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Trained on this computer at the same time: %1</source>
        <translation>本机同时进行的训练任务：%1</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>gan::RowsModel</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>轮次</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>%1, smoothed</source>
        <translation>%1（平滑）</translation>
    </message>
</context>
<context>
    <name>gan::RowsView</name>
    <message>
        <source>Values of the chart</source>
        <translation>图表的数值</translation>
    </message>
    <message>
        <source>The values in view; Ctrl+C copies what is selected</source>
        <translation>视图中的数值；Ctrl+C 复制所选内容</translation>
    </message>
</context>
<context>
    <name>gan::RunBar</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
</context>
<context>
    <name>gan::RunInputs</name>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Settings to start from; each can be changed below.</source>
        <translation>作为起点的一组设置；每一项都可以在下面更改。</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>auto takes a GPU where there is one that can be used, and the CPU otherwise. 0,1 or all trains on several GPUs, with a process on each; free:2 chooses two where nothing computes.</source>
        <translation>auto 在有可用 GPU 时使用 GPU，否则使用 CPU。0,1 或 all 在多个 GPU 上训练，每个 GPU 一个进程；free:2 选择两个没有计算任务的 GPU。</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>预设(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Images</source>
        <translation>图像(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Run folder</source>
        <translation>训练任务文件夹(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Length</source>
        <translation>训练长度(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>设备(&amp;D)</translation>
    </message>
    <message>
        <source>0 sets no limit</source>
        <translation>0 表示不限</translation>
    </message>
    <message>
        <source>Search in all settings</source>
        <translation>在所有设置中搜索</translation>
    </message>
    <message>
        <source>Shows the settings that have these words in title, path or help (Ctrl+F)</source>
        <translation>显示标题、路径或说明中含有这些词的设置（Ctrl+F）</translation>
    </message>
    <message>
        <source>&amp;All settings</source>
        <translation>所有设置(&amp;A)</translation>
    </message>
    <message>
        <source>Shows also what is seldom changed</source>
        <translation>同时显示很少更改的设置</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Run folder</source>
        <translation>训练任务文件夹</translation>
    </message>
    <message>
        <source>Must be auto, cpu, all, free or free:2, or the numbers of GPUs, such as 0, cuda:0 or 0,1.</source>
        <translation>必须是 auto、cpu、all、free 或 free:2，或 GPU 的编号，例如 0、cuda:0 或 0,1。</translation>
    </message>
    <message>
        <source>Computer that trains the run</source>
        <translation>训练所用的计算机</translation>
    </message>
    <message>
        <source>Which computer trains the run. Others are those of Runs of another computer in the menu Run; one is logged in to when the run starts.</source>
        <translation>由哪台计算机训练。其他计算机即“训练任务”菜单中“其他计算机的训练任务”用过的那些；启动训练时才会登录。</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Trains &amp;on</source>
        <translation>训练于(&amp;O)</translation>
    </message>
</context>
<context>
    <name>gan::RunLegend</name>
    <message>
        <source>Compared runs</source>
        <translation>所比较的训练任务</translation>
    </message>
</context>
<context>
    <name>gan::RunList</name>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Columns of the list of runs</source>
        <translation>训练任务列表的列</translation>
    </message>
    <message>
        <source>No runs yet: start one, or add a folder that holds runs.</source>
        <translation>还没有训练任务：请新建一个，或添加存放训练任务的文件夹。</translation>
    </message>
    <message>
        <source>No run is shown: each is archived, or nothing of it fits the words.</source>
        <translation>没有显示任何训练任务：都已归档，或与所输入的词不符。</translation>
    </message>
</context>
<context>
    <name>gan::RunListModel</name>
    <message>
        <source>%1 of %2</source>
        <comment>steps done of all</comment>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 it/s</source>
        <translation>%1 步/秒</translation>
    </message>
    <message>
        <source>%1, %2, step %3</source>
        <translation>%1，%2，第 %3 步</translation>
    </message>
    <message>
        <source>State: %1</source>
        <translation>状态：%1</translation>
    </message>
    <message>
        <source>Step: %1</source>
        <translation>步数：%1</translation>
    </message>
    <message>
        <source>Speed: %1</source>
        <translation>速度：%1</translation>
    </message>
    <message>
        <source>Left: %1</source>
        <translation>剩余：%1</translation>
    </message>
    <message>
        <source>Branched off at step %1</source>
        <translation>从第 %1 步分支</translation>
    </message>
    <message>
        <source>Folder %1</source>
        <translation>文件夹 %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Left</source>
        <comment>time that a run still needs</comment>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>正在启动</translation>
    </message>
    <message>
        <source>running</source>
        <translation>正在训练</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>diverged</source>
        <translation>已发散</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>已失败</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>失去联系</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>the name of a score, its value</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>starred</source>
        <translation>已加星标</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Best: %1</source>
        <translation>最佳：%1</translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation>标签：%1</translation>
    </message>
    <message>
        <source>Archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>Length</source>
        <comment>steps that a run is to make</comment>
        <translation>总步数</translation>
    </message>
    <message>
        <source>Best score</source>
        <translation>最佳分数</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Picture</source>
        <comment>the newest samples of a run, small</comment>
        <translation>图片</translation>
    </message>
    <message>
        <source>Other computers</source>
        <translation>其他计算机</translation>
    </message>
    <message>
        <source>%1, on another computer</source>
        <translation>%1，在另一台计算机上</translation>
    </message>
    <message>
        <source>Runs that were open here and lie on other computers</source>
        <translation>曾在此打开、位于其他计算机上的训练任务</translation>
    </message>
    <message>
        <source>elsewhere</source>
        <comment>a run on another computer</comment>
        <translation>在别处</translation>
    </message>
    <message>
        <source>%1, alert</source>
        <comment>the state of a run in which a rule found something</comment>
        <translation>%1，有警报</translation>
    </message>
    <message>
        <source>alert: %1</source>
        <translation>警报：%1</translation>
    </message>
    <message>
        <source>Alert: %1</source>
        <translation>警报：%1</translation>
    </message>
    <message>
        <source>Best: %1, by %2</source>
        <comment>a score, how it was found</comment>
        <translation>最佳：%1，依据 %2</translation>
    </message>
</context>
<context>
    <name>gan::RunPage</name>
    <message>
        <source>Losses and samples</source>
        <translation>损失与样本</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>No losses yet: they appear with the first step.</source>
        <translation>还没有损失数据：第一步之后就会显示。</translation>
    </message>
    <message>
        <source>No samples yet: they appear every few steps, as “Sample every” says; “Sample now” makes some at once.</source>
        <translation>还没有样本：样本会按“样本间隔”每隔若干步出现；“立即生成样本”可以马上生成。</translation>
    </message>
    <message>
        <source>Nothing has happened yet.</source>
        <translation>还没有任何事件。</translation>
    </message>
    <message>
        <source>Export the chart</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>The chart was written to %1.</source>
        <translation>图表已写入 %1。</translation>
    </message>
    <message>
        <source>There is no picture to save yet.</source>
        <translation>还没有可保存的图片。</translation>
    </message>
    <message>
        <source>Save the samples</source>
        <translation>保存样本</translation>
    </message>
    <message>
        <source>The samples were written to %1.</source>
        <translation>样本已写入 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2. Choose another place.</source>
        <translation>无法写入 %1：%2。请换一个位置。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>The values were written to %1.</source>
        <translation>数值已写入 %1。</translation>
    </message>
    <message>
        <source>Picture (*.png);;Photograph (*.jpg)</source>
        <translation>图片 (*.png);;照片 (*.jpg)</translation>
    </message>
    <message>
        <source>%1 is not written: pictures are saved as .png or .jpg. Choose a name that ends so.</source>
        <translation>未写入 %1：图片保存为 .png 或 .jpg。请选择以此结尾的名称。</translation>
    </message>
    <message>
        <source>Losses and accuracy</source>
        <translation>损失与准确率</translation>
    </message>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Photograph</source>
        <translation>照片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.ppm);;All files (*)</source>
        <translation>图片 (*.png *.jpg *.jpeg *.webp *.gif *.bmp *.ppm);;所有文件 (*)</translation>
    </message>
    <message>
        <source>All values of all steps (*.csv)</source>
        <translation>所有步的全部数值 (*.csv)</translation>
    </message>
    <message>
        <source>Picture (*.png);;Drawing (*.svg);;Values in view, one row a step (*.csv)</source>
        <translation>图片 (*.png);;矢量图 (*.svg);;可见范围的数值，每步一行 (*.csv)</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>The chart is on the clipboard.</source>
        <translation>图表已复制到剪贴板。</translation>
    </message>
    <message>
        <source>Losses</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
</context>
<context>
    <name>gan::RunPanel</name>
    <message>
        <source>Find in names, notes, tags</source>
        <translation>在名称、备注和标签中查找</translation>
    </message>
    <message>
        <source>Words that the listed runs have in their names, notes or tags</source>
        <translation>所列训练任务的名称、备注或标签中含有的词</translation>
    </message>
    <message>
        <source>Columns of the list, and archived runs</source>
        <translation>列表的列，以及已归档的训练任务</translation>
    </message>
    <message>
        <source>Show &amp;archived runs</source>
        <translation>显示已归档的训练任务(&amp;A)</translation>
    </message>
</context>
<context>
    <name>gan::RunStatusBar</name>
    <message>
        <source>nobody trains it</source>
        <translation>没有引擎在训练</translation>
    </message>
    <message>
        <source>connecting …</source>
        <translation>正在连接…</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>已连接</translation>
    </message>
    <message>
        <source>no contact with the engine</source>
        <translation>与引擎失去联系</translation>
    </message>
    <message>
        <source>step %1 of %2 · epoch %3</source>
        <translation>第 %1 步，共 %2 步 · 轮次 %3</translation>
    </message>
    <message>
        <source>step %1 · epoch %2</source>
        <translation>第 %1 步 · 轮次 %2</translation>
    </message>
    <message>
        <source>%1 it/s · %2 images/s</source>
        <translation>%1 步/秒 · %2 图像/秒</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>连接</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>剩余时间</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>负载</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>state of the run, state of the connection</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>CPU %1 % · memory %2 · disk %3 free</source>
        <translation>CPU %1 % · 内存 %2 · 磁盘剩余 %3</translation>
    </message>
    <message>
        <source>The engine is gone</source>
        <translation>引擎已不存在</translation>
    </message>
    <message>
        <source>GPU %1 %, %2 in use</source>
        <translation>GPU %1 %，已用 %2</translation>
    </message>
    <message>
        <source>GPU %1 in use</source>
        <translation>GPU 已用 %1</translation>
    </message>
    <message>
        <source>The GPU, for all programs together, has %1 of memory, of which %2 are used.</source>
        <translation>GPU 共有 %1 显存，所有程序合计已用 %2。</translation>
    </message>
    <message>
        <source>Load of the sampler</source>
        <translation>采样进程的负载</translation>
    </message>
    <message>
        <source>sampler CPU %1 % · memory %2</source>
        <translation>采样进程 CPU %1 % · 内存 %2</translation>
    </message>
    <message>
        <source>The process that makes the explored pictures; 100 % is one core</source>
        <translation>生成探索图片的进程；100 % 为一个核心</translation>
    </message>
    <message>
        <source>The engine&apos;s process; 100 % is one core. The machine, or the part of it that the engine may take, has %1 of memory, of which %2 are used.</source>
        <translation>引擎进程的占用；100 % 为一个核。本机（或引擎可用的部分）共有 %1 内存，已用 %2。</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>被拒绝</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>of what, what is so</comment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>gan::SampleGallery</name>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Chosen sheet of samples</source>
        <translation>所选样本图</translation>
    </message>
    <message>
        <source>Picture to compare with</source>
        <translation>用于对比的图片</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>所选</translation>
    </message>
    <message>
        <source>Real images</source>
        <translation>真实图像</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>No samples yet: the first sheet appears here as soon as the run has drawn it.</source>
        <translation>还没有样本：训练任务一生成样本，第一张样本图就会显示在这里。</translation>
    </message>
    <message>
        <source>Data set</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>No real images are known for this run.</source>
        <translation>此训练任务没有可用的真实图像。</translation>
    </message>
    <message>
        <source>Newest sheet of samples</source>
        <translation>最新样本图</translation>
    </message>
</context>
<context>
    <name>gan::SampleModel</name>
    <message>
        <source>Step %1 · truncation %2 · superseded</source>
        <translation>第 %1 步 · 截断 %2 · 已被取代</translation>
    </message>
    <message>
        <source>Step %1 · truncation %2</source>
        <translation>第 %1 步 · 截断 %2</translation>
    </message>
    <message>
        <source>Step %1 · no truncation · superseded</source>
        <translation>第 %1 步 · 无截断 · 已被取代</translation>
    </message>
    <message>
        <source>Step %1 · no truncation</source>
        <translation>第 %1 步 · 无截断</translation>
    </message>
    <message>
        <source>Superseded samples at step %1, truncation %2</source>
        <translation>第 %1 步已被取代的样本，截断 %2</translation>
    </message>
    <message>
        <source>Samples at step %1, truncation %2</source>
        <translation>第 %1 步的样本，截断 %2</translation>
    </message>
    <message>
        <source>Superseded samples at step %1, no truncation</source>
        <translation>第 %1 步已被取代的样本，无截断</translation>
    </message>
    <message>
        <source>Samples at step %1, no truncation</source>
        <translation>第 %1 步的样本，无截断</translation>
    </message>
</context>
<context>
    <name>gan::SeriesChoice</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Search the series</source>
        <translation>搜索序列</translation>
    </message>
    <message>
        <source>Series to compare</source>
        <translation>要比较的序列</translation>
    </message>
</context>
<context>
    <name>gan::SeriesModel</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (recorded as %2)</source>
        <translation>%1（记录名为 %2）</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>序列</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>数值</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n series, %2 shown</source>
        <translation>
            <numerusform>%1，%n 条序列，显示 %2 条</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, as a band</source>
        <translation>%1，画成带状</translation>
    </message>
    <message>
        <source>%1, as a band: median %2</source>
        <translation>%1，画成带状：中位数 %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>group of series, how many</comment>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>gan::SettingRow</name>
    <message>
        <source>pending …</source>
        <translation>等待生效…</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>已应用</translation>
    </message>
    <message>
        <source>Edited: %1 is in force.</source>
        <translation>已编辑：当前生效的值为 %1。</translation>
    </message>
    <message>
        <source>Back to %1, which is in force</source>
        <translation>恢复为当前生效的值 %1</translation>
    </message>
    <message>
        <source>Back to the default, %1</source>
        <translation>恢复为默认值 %1</translation>
    </message>
    <message>
        <source>Empty it</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>a setting&apos;s title, what its button does</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>From %1 to %2, by default %3.</source>
        <translation>范围为 %1 至 %2，默认值为 %3。</translation>
    </message>
    <message>
        <source>By default %1.</source>
        <translation>默认值为 %1。</translation>
    </message>
    <message>
        <source>Back to %1, which the run began with</source>
        <translation>恢复为训练任务开始时的值 %1</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1，单位：%2</translation>
    </message>
</context>
<context>
    <name>gan::SettingsForm</name>
    <message>
        <source>Run</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Objective</source>
        <translation>目标函数</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Optimizers</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Average of the weights</source>
        <translation>权重平均</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>记录</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>Guards</source>
        <translation>保护机制</translation>
    </message>
    <message>
        <source>There is nothing to set here. Open a run, or start one, to see its settings.</source>
        <translation>这里没有可设置的内容。请打开或新建训练任务以查看其设置。</translation>
    </message>
    <message>
        <source>No setting has “%1” in its title, path or help. Search for other words.</source>
        <translation>没有设置的标题、路径或说明中含有“%1”。请搜索其他词。</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Accumulation</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Several processes</source>
        <translation>多进程</translation>
    </message>
    <message>
        <source>Regularisers</source>
        <translation>正则化</translation>
    </message>
    <message>
        <source>Pictures for clients</source>
        <translation>为客户端生成图片</translation>
    </message>
    <message>
        <source>Fold these settings, or open them</source>
        <translation>折叠或展开这些设置</translation>
    </message>
    <message>
        <source>open</source>
        <translation>已展开</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>已折叠</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>训练健康状况</translation>
    </message>
    <message>
        <source>Stay as they are</source>
        <translation>保持不变的设置</translation>
    </message>
</context>
<context>
    <name>gan::SheetPane</name>
    <message>
        <source>Fetching step %1 …</source>
        <translation>正在获取第 %1 步…</translation>
    </message>
    <message>
        <source>Fetching the samples of step %1 …</source>
        <translation>正在获取第 %1 步的样本…</translation>
    </message>
    <message>
        <source>The picture of step %1 cannot be had. Choose this step again to try once more.</source>
        <translation>无法获取第 %1 步的图片。再次选择这一步可以重试。</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <comment>sheet, image</comment>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>Nothing is known of the single images: %1</source>
        <translation>对单张图像一无所知：%1</translation>
    </message>
    <message>
        <source>%1 · the first %2 of %3, for which there is room</source>
        <translation>%1 · 共 %3 张，空间只够显示前 %2 张</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <comment>sheet, image</comment>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 · %2 of %3, for which there is room</source>
        <translation>%1 · 仅显示容得下的 %2 张，共 %3 张</translation>
    </message>
</context>
<context>
    <name>gan::SheetPicture</name>
    <message>
        <source>Samples as the network sees them</source>
        <translation>网络所见的样本</translation>
    </message>
</context>
<context>
    <name>gan::SheetView</name>
    <message>
        <source>&amp;Show the whole sheet</source>
        <translation>显示整组样本(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Enlarge this image</source>
        <translation>放大此图像(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Copy this image</source>
        <translation>复制此图像(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the s&amp;heet</source>
        <translation>复制整组样本(&amp;H)</translation>
    </message>
    <message>
        <source>Copy the &amp;line of this image</source>
        <translation>复制此图像的文字(&amp;L)</translation>
    </message>
    <message>
        <source>E&amp;xplore this image</source>
        <translation>探索此图像(&amp;X)</translation>
    </message>
</context>
<context>
    <name>gan::ShelfView</name>
    <message>
        <source>Kept points</source>
        <translation>保留的点</translation>
    </message>
</context>
<context>
    <name>gan::SlurmFields</name>
    <message>
        <source>&amp;Machines</source>
        <translation>机器数(&amp;M)</translation>
    </message>
    <message>
        <source>Machines of the cluster that train together</source>
        <translation>集群中一起训练的机器数</translation>
    </message>
    <message>
        <source>&amp;GPUs of each</source>
        <translation>每台的 GPU 数(&amp;G)</translation>
    </message>
    <message>
        <source>GPUs of each machine, a process each; 0 trains on the CPU</source>
        <translation>每台机器的 GPU 数，每个 GPU 一个进程；0 表示在 CPU 上训练</translation>
    </message>
    <message>
        <source>&amp;Processes on each</source>
        <translation>每台的进程数(&amp;P)</translation>
    </message>
    <message>
        <source>Processes on each machine, where there are no GPUs</source>
        <translation>没有 GPU 时每台机器上的进程数</translation>
    </message>
    <message>
        <source>C&amp;ores of each process</source>
        <translation>每个进程的核数(&amp;O)</translation>
    </message>
    <message>
        <source>One that computes and one that loads images, at least</source>
        <translation>至少一个用于计算，一个用于加载图像</translation>
    </message>
    <message>
        <source>&amp;Time limit</source>
        <translation>时间限制(&amp;T)</translation>
    </message>
    <message>
        <source>Minutes, H:MM:SS or D-HH; the site&apos;s usual one when it is empty</source>
        <translation>分钟数、H:MM:SS 或 D-HH；留空则用集群的默认值</translation>
    </message>
    <message>
        <source>M&amp;emory of each</source>
        <translation>每台的内存(&amp;E)</translation>
    </message>
    <message>
        <source>Of each machine, such as 64G; the site&apos;s usual one when it is empty</source>
        <translation>每台机器的内存，例如 64G；留空则用集群的默认值</translation>
    </message>
    <message>
        <source>P&amp;artition</source>
        <translation>分区(&amp;A)</translation>
    </message>
    <message>
        <source>Slurm&apos;s partition; the site&apos;s usual one when empty</source>
        <translation>Slurm 的分区；留空则用集群的默认分区</translation>
    </message>
    <message>
        <source>Acco&amp;unt</source>
        <translation>账户(&amp;U)</translation>
    </message>
    <message>
        <source>Slurm&apos;s account; your usual one when empty</source>
        <translation>Slurm 的账户；留空则用您的默认账户</translation>
    </message>
    <message>
        <source>Mo&amp;dules</source>
        <translation>模块(&amp;D)</translation>
    </message>
    <message>
        <source>Environment modules to load first, with spaces between them</source>
        <translation>先加载的环境模块，以空格分隔</translation>
    </message>
    <message>
        <source>such as %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>What runs the container</source>
        <translation>容器的运行程序</translation>
    </message>
    <message>
        <source>What runs the container: apptainer, or Slurm&apos;s plugin pyxis</source>
        <translation>容器的运行程序：apptainer，或 Slurm 的插件 pyxis</translation>
    </message>
    <message>
        <source>Conta&amp;iner</source>
        <translation>容器(&amp;I)</translation>
    </message>
    <message>
        <source>Image that holds gan-engine; without one, this program&apos;s own is run</source>
        <translation>含有 gan-engine 的镜像；不指定则运行本程序自带的</translation>
    </message>
    <message>
        <source>&amp;Lead time</source>
        <translation>提前时间(&amp;L)</translation>
    </message>
    <message>
        <source>How long before the time limit the job is told to write a checkpoint</source>
        <translation>在时间限制之前多久通知作业写入检查点</translation>
    </message>
    <message>
        <source> s</source>
        <comment>seconds</comment>
        <translation> 秒</translation>
    </message>
    <message>
        <source>Run …</source>
        <translation>训练任务…</translation>
    </message>
    <message>
        <source>Choose a run whose checkpoints are as large as this one&apos;s will be</source>
        <translation>选择一个检查点大小与此相同的训练任务</translation>
    </message>
    <message>
        <source>Measured &amp;run</source>
        <translation>测量依据(&amp;R)</translation>
    </message>
    <message>
        <source>A run whose checkpoints are as large as this one&apos;s will be: the lead time follows from how long they take</source>
        <translation>检查点大小与此相同的训练任务：提前时间由写入它们所需的时间决定</translation>
    </message>
    <message>
        <source>Measured run</source>
        <translation>测量依据</translation>
    </message>
    <message>
        <source>At the time limit, back into the &amp;queue to go on from the checkpoint</source>
        <translation>到达时间限制时重新排队，从检查点继续(&amp;Q)</translation>
    </message>
    <message>
        <source>Otherwise the job ends there</source>
        <translation>否则作业就此结束</translation>
    </message>
    <message>
        <source>Run, data and program are on every machine, whatever their &amp;file system says</source>
        <translation>无论文件系统如何，训练任务、数据和程序在每台机器上都有(&amp;F)</translation>
    </message>
    <message>
        <source>For a file system that looks like this machine&apos;s own, but is not</source>
        <translation>用于看似本机独有、实则共享的文件系统</translation>
    </message>
    <message>
        <source>one for each GPU</source>
        <translation>每个 GPU 一个</translation>
    </message>
    <message>
        <source>one</source>
        <translation>一个</translation>
    </message>
    <message>
        <source>automatic: %1 s</source>
        <translation>自动：%1 秒</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自动</translation>
    </message>
    <message>
        <source>Shared file system</source>
        <translation>共享文件系统</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
</context>
<context>
    <name>gan::SlurmPage</name>
    <message>
        <source>&amp;Write script …</source>
        <translation>写入脚本(&amp;W)…</translation>
    </message>
    <message>
        <source>The job&apos;s script</source>
        <translation>作业的脚本</translation>
    </message>
    <message>
        <source>The job&apos;s script appears here.</source>
        <translation>作业的脚本会显示在这里。</translation>
    </message>
    <message>
        <source>Writes the script into a file, to be submitted on a machine of the cluster</source>
        <translation>将脚本写入文件，以便在集群的机器上提交</translation>
    </message>
    <message>
        <source>%1 is written. On a machine of the cluster, `sbatch` submits it.</source>
        <translation>已写入 %1。在集群的机器上用 `sbatch` 提交它。</translation>
    </message>
    <message>
        <source>A job can be submitted only where Slurm is. Write script … works everywhere.</source>
        <translation>只有在有 Slurm 的机器上才能提交作业。“写入脚本…”在任何机器上都可用。</translation>
    </message>
    <message>
        <source>%1 is marked above: mend it, then the job can be submitted.</source>
        <translation>上面标出了 %1：改正后即可提交作业。</translation>
    </message>
    <message>
        <source>Write script</source>
        <translation>写入脚本</translation>
    </message>
    <message>
        <source>There is no Slurm on this machine: write the script into a file, and submit it with `sbatch` on a machine of the cluster.</source>
        <translation>这台机器上没有 Slurm：请将脚本写入文件，并在集群的机器上用 `sbatch` 提交。</translation>
    </message>
    <message>
        <source>These are marked above: %1. Mend them, then the job can be submitted.</source>
        <translation>上方标出了：%1。修正后即可提交作业。</translation>
    </message>
</context>
<context>
    <name>gan::SnapshotBox</name>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
</context>
<context>
    <name>gan::SnapshotDivider</name>
    <message>
        <source>Divider between two snapshots</source>
        <translation>两份快照之间的分隔线</translation>
    </message>
    <message>
        <source>Drag, or press the arrow keys: the chosen snapshot is on the left, the compared one on the right</source>
        <translation>拖动或按方向键：左侧是所选快照，右侧是对比的快照</translation>
    </message>
    <message>
        <source>At %1 % of the width</source>
        <translation>位于宽度的 %1 % 处</translation>
    </message>
</context>
<context>
    <name>gan::SpeedPlot</name>
    <message>
        <source>Images per second over loading threads</source>
        <translation>每秒图像数随加载线程数的变化</translation>
    </message>
    <message>
        <source>Images per second</source>
        <translation>每秒图像数</translation>
    </message>
    <message>
        <source>Loading threads</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>enough: %1</source>
        <translation>够用：%1</translation>
    </message>
    <message>
        <source>fastest of these: %1</source>
        <translation>其中最快：%1</translation>
    </message>
</context>
<context>
    <name>gan::SpeedsModel</name>
    <message>
        <source>%1 (enough)</source>
        <translation>%1（够用）</translation>
    </message>
    <message>
        <source>Loading threads</source>
        <translation>加载线程</translation>
    </message>
    <message>
        <source>Images per second</source>
        <translation>每秒图像数</translation>
    </message>
    <message>
        <source>%1 (fastest)</source>
        <translation>%1（最快）</translation>
    </message>
</context>
<context>
    <name>gan::StartPage</name>
    <message>
        <source>Open last</source>
        <translation>最近打开</translation>
    </message>
    <message>
        <source>Runs that were open last</source>
        <translation>最近打开的训练任务</translation>
    </message>
    <message>
        <source>Choose one in the list on the left, start a new one, or drop a run&apos;s folder or your data onto the window.</source>
        <translation>在左侧列表中选择一个，新建一个，或将训练任务的文件夹或您的数据拖放到窗口上。</translation>
    </message>
    <message>
        <source>No run is open</source>
        <translation>没有打开训练任务</translation>
    </message>
    <message>
        <source>New here? A tour of five steps</source>
        <translation>初次使用？五步导览</translation>
    </message>
</context>
<context>
    <name>gan::SteerPanel</name>
    <message>
        <source>Closing the window leaves the training running.</source>
        <translation>关闭窗口后训练会继续进行。</translation>
    </message>
    <message>
        <source>Apply at once</source>
        <translation>立即应用</translation>
    </message>
    <message>
        <source>Off: changes wait, and Apply sends them together, for the same step.</source>
        <translation>关闭时：更改会等待，由“应用”一起发送，在同一步生效。</translation>
    </message>
    <message>
        <source>Opening the run …</source>
        <translation>正在打开训练任务…</translation>
    </message>
    <message>
        <source>Step %1 · %2</source>
        <translation>第 %1 步 · %2</translation>
    </message>
    <message>
        <source>Step %1 · %2: %3</source>
        <translation>第 %1 步 · %2：%3</translation>
    </message>
    <message>
        <source>Nobody trains this run at present: these are its last values. Resume goes on from its last checkpoint.</source>
        <translation>目前没有引擎在训练此任务：显示的是最后的数值。“继续训练”会从最后一个检查点接着训练。</translation>
    </message>
    <message>
        <source>There is no contact with the engine at present; what it does it goes on doing.</source>
        <translation>目前与引擎失去联系；它正在做的事会继续进行。</translation>
    </message>
    <message>
        <source>the engine is gone</source>
        <translation>引擎已不存在</translation>
    </message>
    <message>
        <source>%1 (%2 left)</source>
        <translation>%1（剩余 %2）</translation>
    </message>
    <message>
        <source>%1: waiting for the engine …</source>
        <translation>%1：正在等待引擎…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Changes for the next start</source>
        <translation>下一次启动时的更改</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Discard the changes for the next start</source>
        <translation>放弃下一次启动时的更改</translation>
    </message>
    <message>
        <source>Forget what was changed for the next start.</source>
        <translation>忘记为下一次启动所做的更改。</translation>
    </message>
    <message>
        <source>One change waits for the next start: Resume makes it.</source>
        <translation>有一项更改在等待下一次启动：“继续训练”会应用它。</translation>
    </message>
    <message numerus="yes">
        <source>%n changes wait for the next start: Resume makes them.</source>
        <translation>
            <numerusform>有 %n 项更改在等待下一次启动：“继续训练”会应用它们。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nobody trains this run at present. What you change here waits for its next start.</source>
        <translation>目前没有引擎在训练此任务。您在这里所做的更改会等待它的下一次启动。</translation>
    </message>
    <message>
        <source>The engine refuses this connection: %1</source>
        <translation>引擎拒绝了此连接：%1</translation>
    </message>
</context>
<context>
    <name>gan::Steering</name>
    <message>
        <source>This is not a value that the setting takes.</source>
        <translation>此设置不接受该值。</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>applied at step %1</source>
        <translation>已在第 %1 步应用</translation>
    </message>
    <message>
        <source>Needs a restart: %1</source>
        <translation>需要重新启动：%1</translation>
    </message>
    <message>
        <source>%1: applied at step %2.</source>
        <translation>%1：已在第 %2 步应用。</translation>
    </message>
    <message>
        <source>%1 needs a restart: %2</source>
        <translation>%1 需要重新启动：%2</translation>
    </message>
    <message>
        <source>%1 was refused: %2</source>
        <translation>%1 被拒绝：%2</translation>
    </message>
    <message>
        <source>%1: nobody knows whether it was carried out. %2</source>
        <translation>%1：无法确定是否已执行。%2</translation>
    </message>
    <message>
        <source>Nothing was sent: there is no contact with the engine at present.</source>
        <translation>未发送任何内容：目前与引擎没有联系。</translation>
    </message>
    <message>
        <source>Nothing was sent: what is offered is no lower than what the run has by now.</source>
        <translation>未发送任何内容：所建议的值并不低于该运行目前的值。</translation>
    </message>
    <message>
        <source>The run was started from elsewhere, without the changes that waited here: they were let go.</source>
        <translation>训练任务已从别处启动，没有带上在这里等待的更改：这些更改已被放弃。</translation>
    </message>
    <message>
        <source>with the next start</source>
        <translation>下一次启动时</translation>
    </message>
    <message>
        <source>is being started …</source>
        <translation>正在启动…</translation>
    </message>
</context>
<context>
    <name>gan::StepBar</name>
    <message>
        <source>Step %1 (%2 of %3)</source>
        <translation>第 %1 步（%2/%3）</translation>
    </message>
    <message>
        <source>Sample sheet</source>
        <translation>样本图</translation>
    </message>
    <message>
        <source>Choose a sheet (Left and Right one by one, Page Up and Page Down by ten, Home and End)</source>
        <translation>选择样本图（左右方向键逐张切换，Page Up 和 Page Down 每次十张，Home 和 End）</translation>
    </message>
    <message>
        <source>Newest</source>
        <translation>最新</translation>
    </message>
    <message>
        <source>Follow the newest sheet</source>
        <translation>跟随最新的样本图</translation>
    </message>
    <message>
        <source>Show each new sheet as it comes (End)</source>
        <translation>每有新的样本图就显示它（End）</translation>
    </message>
</context>
<context>
    <name>gan::StripModel</name>
    <message>
        <source>Step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>%1, no picture yet</source>
        <translation>%1，还没有图片</translation>
    </message>
</context>
<context>
    <name>gan::StripView</name>
    <message>
        <source>The point by each checkpoint</source>
        <translation>该点在各检查点的图片</translation>
    </message>
    <message>
        <source>No checkpoints yet: with each one the strip grows by a picture.</source>
        <translation>还没有检查点：每有一个，这里就多一张图片。</translation>
    </message>
    <message>
        <source>%1 of %2 pictures are made</source>
        <translation>已生成 %1 张，共 %2 张</translation>
    </message>
    <message>
        <source>How the point came to look so: a click shows the snapshot large.</source>
        <translation>该点如何变成现在的样子：单击可放大查看那份快照。</translation>
    </message>
</context>
<context>
    <name>gan::TestsStore</name>
    <message>
        <source>The test does not begin: %1</source>
        <translation>测试没有开始：%1</translation>
    </message>
    <message>
        <source>What a test finds lies in the run&apos;s folder, which is on another computer. From a shell there, gan-engine test judges this run.</source>
        <translation>测试结果保存在任务的文件夹中，而该文件夹在另一台计算机上。请在那台计算机的终端中用 gan-engine test 评判此任务。</translation>
    </message>
    <message>
        <source>The test is done. %1</source>
        <comment>what it found</comment>
        <translation>测试已完成。%1</translation>
    </message>
    <message>
        <source>The test is done; what it found is in %1.</source>
        <translation>测试已完成；结果在 %1。</translation>
    </message>
    <message>
        <source>The run is not open yet.</source>
        <translation>任务尚未打开。</translation>
    </message>
    <message>
        <source>The test is tried out on its host, and begins in a moment.</source>
        <translation>正在其主机上试运行测试，稍后开始。</translation>
    </message>
    <message>
        <source>The test has begun. It goes on when the window is closed.</source>
        <translation>测试已开始。关闭窗口后仍会继续。</translation>
    </message>
    <message>
        <source>The test has failed: %1</source>
        <translation>测试失败：%1</translation>
    </message>
</context>
<context>
    <name>gan::TimelineView</name>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Show the film in place of the picture</source>
        <translation>在图片的位置播放影片</translation>
    </message>
    <message>
        <source>Picture of the film</source>
        <translation>影片中的图片</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Length of the film</source>
        <translation>影片时长</translation>
    </message>
    <message>
        <source>Pictures a second</source>
        <translation>每秒图片数</translation>
    </message>
    <message>
        <source>Loo&amp;p</source>
        <translation>循环(&amp;P)</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>循环</translation>
    </message>
    <message>
        <source>Snapshot of the film</source>
        <translation>影片所用的快照</translation>
    </message>
    <message>
        <source>Keyframes</source>
        <translation>关键帧</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>前移</translation>
    </message>
    <message>
        <source>Move the chosen keyframe to the left (Alt+Left)</source>
        <translation>把所选关键帧左移 (Alt+Left)</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>后移</translation>
    </message>
    <message>
        <source>Move the chosen keyframe to the right (Alt+Right)</source>
        <translation>把所选关键帧右移 (Alt+Right)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Take the chosen keyframe out of the film (Delete)</source>
        <translation>把所选关键帧移出影片 (Delete)</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>直线</translation>
    </message>
    <message>
        <source>Spherical</source>
        <translation>球面</translation>
    </message>
    <message>
        <source>Cubic</source>
        <translation>三次样条</translation>
    </message>
    <message>
        <source>How the film goes from one keyframe to the next</source>
        <translation>影片如何从一个关键帧到下一个</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source> /s</source>
        <comment>pictures a second</comment>
        <translation> 张/秒</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Make the explored point the next keyframe</source>
        <translation>把正在探索的点作为下一个关键帧</translation>
    </message>
    <message>
        <source>A film needs at least two points.</source>
        <translation>影片至少需要两个点。</translation>
    </message>
    <message>
        <source>picture %1 of %2 · %3 s</source>
        <translation>第 %1 张，共 %2 张 · %3 秒</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Make film …</source>
        <translation>制作影片…</translation>
    </message>
    <message>
        <source>Write the film into a file</source>
        <translation>把影片写入文件</translation>
    </message>
    <message>
        <source>Whose weights make all of the film, whatever steps its keyframes name</source>
        <translation>整部影片由哪一份权重生成，不论其关键帧写明哪一步</translation>
    </message>
</context>
<context>
    <name>gan::TokenDialog</name>
    <message>
        <source>Token for %1</source>
        <translation>%1 的令牌</translation>
    </message>
    <message>
        <source>&amp;Remember it on this computer</source>
        <translation>在此计算机上记住(&amp;R)</translation>
    </message>
    <message>
        <source>The engine at %1 answers those who show a token.</source>
        <translation>%1 处的引擎只应答出示令牌者。</translation>
    </message>
    <message>
        <source>&amp;Token, as “gan-engine token” printed it</source>
        <translation>令牌，如 “gan-engine token” 所打印(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Show what is typed</source>
        <translation>显示输入的内容(&amp;S)</translation>
    </message>
    <message>
        <source>In a file that only you may read, as gan-engine watch does</source>
        <translation>保存在只有您能读取的文件中，与 gan-engine watch 相同</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>继续(&amp;G)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>gan::Tour</name>
    <message>
        <source>Begin</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Try the shapes starts a first training on pictures that the program draws itself. Train on my images begins with a folder of yours. Both are in the menu Run, too.</source>
        <translation>“试用形状数据”用程序自己绘制的图片开始第一次训练。“用我的图像训练”从您的文件夹开始。二者也在“训练任务”菜单中。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>训练任务</translation>
    </message>
    <message>
        <source>Every training is a run, in a folder of its own. Open one with Enter or a click; it goes on training when the window is closed. The right button has what can be done with it.</source>
        <translation>每次训练都是一个训练任务，有自己的文件夹。按 Enter 或单击即可打开；关闭窗口后训练仍会继续。右键菜单列出可对它执行的操作。</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>观察</translation>
    </message>
    <message>
        <source>Here an open run has its curves and its pictures, and tabs for everything else: explore, evaluate, data, log, processes. A click on a curve shows the pictures of that step.</source>
        <translation>打开的训练任务在这里显示曲线和图片，其余内容在各选项卡中：探索、评估、数据、日志、进程。单击曲线可显示那一步的图片。</translation>
    </message>
    <message>
        <source>Steer</source>
        <translation>控制</translation>
    </message>
    <message>
        <source>Learning rates and other settings change while a run trains, and can be undone. Pause, checkpoint, roll back and branch are in the menu Steer and beside the tabs.</source>
        <translation>训练期间可以更改学习率等设置，也可以撤销。暂停、检查点、回退和分支在“控制”菜单中和选项卡旁。</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>This button finds anything that can be done, and its keys. F1 opens the page of the manual about the panel that you are in. The tour is in the menu Help.</source>
        <translation>此按钮可找到所有能做的事及其快捷键。F1 打开手册中与当前面板有关的页面。导览在“帮助”菜单中。</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>End the tour</source>
        <translation>结束导览</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <comment>step of the tour</comment>
        <translation>第 %1 步，共 %2 步：%3</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
</context>
<context>
    <name>gan::TrustDialog</name>
    <message>
        <source>Is this %1?</source>
        <translation>这是 %1 吗？</translation>
    </message>
    <message>
        <source>&amp;Trust</source>
        <translation>信任(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Refuse</source>
        <translation>拒绝(&amp;R)</translation>
    </message>
    <message>
        <source>%1 has not been logged in to from here before. Compare the fingerprint with what those who run it say; ssh remembers what you trust.</source>
        <translation>此前从未从这里登录过 %1。请将指纹与其管理者给出的相比较；您所信任的，ssh 会记住。</translation>
    </message>
    <message>
        <source>The engine at %1 shows another certificate than the one that you trusted: another run&apos;s engine listens there now, or somebody stands between. Ask the run&apos;s owner before you trust it. The token for the former one is not shown to it.</source>
        <translation>%1 处的引擎出示的证书与您信任过的不同：现在可能是另一个训练任务的引擎在那里监听，也可能有人介于中间。信任之前请询问训练任务的所有者。原来的令牌不会向它出示。</translation>
    </message>
    <message>
        <source>The engine at %1 shows a certificate that is not known here yet. Trust it where “gan-engine token RUN” prints the same fingerprint on the machine of the run.</source>
        <translation>%1 处的引擎出示了此处尚未知晓的证书。如果在训练任务所在的机器上 “gan-engine token RUN” 打印出相同的指纹，请信任它。</translation>
    </message>
    <message>
        <source>&amp;Fingerprint</source>
        <translation>指纹(&amp;F)</translation>
    </message>
    <message>
        <source>Fingerprint &amp;before</source>
        <translation>以前的指纹(&amp;B)</translation>
    </message>
</context>
</TS>
